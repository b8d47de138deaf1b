import { LogOut } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'

/** Signing out. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('account')
  return [{ group: 'do', order: 60, id: 'sign_out', name: t('sign_out'), icon: <LogOut />, run: () => openDialog('signOut') }]
}
