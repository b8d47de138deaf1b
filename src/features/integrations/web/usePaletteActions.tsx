import { Compass } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'

/** The explore panel. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('integrations')
  const openPage = useOpenPage()
  const open = () => openPage(paths.explore())
  return [{ group: 'go', order: 50, id: 'explore', name: t('explore_title'), icon: <Compass />, run: open }]
}
