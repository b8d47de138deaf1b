import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'

/** Palette action that opens the search page. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('search')
  const navigate = useNavigate()
  const open = () => void navigate({ to: '/search' })
  return [{ group: 'go', order: 20, id: 'search', name: t('search_title'), icon: <Search />, shortcut: 'key_search', run: open }]
}
