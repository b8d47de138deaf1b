import { useNavigate } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'

/** The explore panel. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('integrations')
  const navigate = useNavigate()
  const open = () => void navigate({ to: '/', hash: 'integration' })
  return [{ group: 'go', order: 50, id: 'explore', name: t('explore_title'), icon: <Compass />, run: open }]
}
