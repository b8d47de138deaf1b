import { Mic, MonitorDown, Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import { useAccessGuard } from '#features/devices/web.tsx'
import { useStartRecording } from '#features/recorder/web.tsx'
import { openDesktopProgram } from '#features/site/web.tsx'
import { useOpenUpload } from '#features/upload/web.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

type NewRecordingMenuProps = {
  trigger: ReactElement
  side?: 'top' | 'bottom' | 'right'
}

/**
 * The menu for a new recording: first in this browser, which requires no installation, then the options of B§2: the desktop app and
 * file upload (docs/decisions/0135).
 */
export function NewRecordingMenu({ trigger, side = 'bottom' }: NewRecordingMenuProps) {
  const t = useTranslations('app')
  const startRecording = useStartRecording()
  const openUpload = useOpenUpload()
  const { guard } = useAccessGuard()
  return (
    <Menu trigger={trigger} align="start" side={side}>
      <MenuItem icon={<Mic aria-hidden />} shortcut="N" onSelect={startRecording}>
        {t('record_here')}
      </MenuItem>
      <MenuItem icon={<MonitorDown aria-hidden />} onSelect={() => guard(openDesktopProgram)}>
        {t('record_desktop')}
      </MenuItem>
      <MenuItem icon={<Upload aria-hidden />} shortcut="U" onSelect={() => openUpload()}>
        {t('upload_audio')}
      </MenuItem>
    </Menu>
  )
}
