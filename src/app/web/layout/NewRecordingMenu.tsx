import { Mic, MonitorDown, Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import { useAccessGuard } from '#features/devices/web.tsx'
import { useStartRecording } from '#features/recorder/web.tsx'
import { openDesktopProgram } from '#features/site/web.tsx'
import { useOpenUpload } from '#features/upload/web.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { useMediaQuery } from '#browser/page/useMediaQuery.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

type NewRecordingMenuProps = {
  trigger: ReactElement
  side?: 'top' | 'bottom' | 'right'
  /** True if the operator offers a desktop program. */
  hasPrograms: boolean
}

/** The menu for a new recording (B§2): record in this browser, record with the desktop app where there is one, or upload a file. */
export function NewRecordingMenu({ trigger, side = 'bottom', hasPrograms }: NewRecordingMenuProps) {
  const t = useTranslations('app')
  const startRecording = useStartRecording()
  const openUpload = useOpenUpload()
  const { guard } = useAccessGuard()
  const isTouch = useMediaQuery('(pointer: coarse)')
  return (
    <Menu trigger={trigger} align="start" side={side}>
      <MenuItem icon={<Mic aria-hidden />} shortcut="N" onSelect={startRecording}>
        {t('record_here')}
      </MenuItem>
      {hasPrograms && !isTouch && (
        <MenuItem icon={<MonitorDown aria-hidden />} onSelect={() => guard(openDesktopProgram)}>
          {t('record_desktop')}
        </MenuItem>
      )}
      <MenuItem icon={<Upload aria-hidden />} shortcut="U" onSelect={() => openUpload()}>
        {t('upload_audio')}
      </MenuItem>
    </Menu>
  )
}
