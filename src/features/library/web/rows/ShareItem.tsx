import { Share } from 'lucide-react'
import { MenuItem } from '#ui/menu/Menu.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** A menu item that opens the links to a recording. */
export function ShareItem({ fileId }: { fileId: string }) {
  const t = useTranslations('files')
  return (
    <MenuItem icon={<Share aria-hidden />} onSelect={() => openDialog('share', { fileId })}>
      {t('share')}
    </MenuItem>
  )
}
