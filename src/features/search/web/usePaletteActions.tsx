import { Search } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'

/** Palette action that opens the search page. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('search')
  const openPage = useOpenPage()
  const open = () => openPage(paths.search())
  return [{ group: 'go', order: 20, id: 'search', name: t('search_title'), icon: <Search />, shortcut: 'key_search', run: open }]
}
