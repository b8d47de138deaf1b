import { Select } from '#ui/select/Select.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useRecorderState } from '../RecorderContext.ts'

/** Selects the microphone. Renders nothing when the browser lists none. */
export function MicrophoneSelect({ onChange }: { onChange: (deviceId: string) => void }) {
  const t = useTranslations('recorder')
  const devices = useRecorderState((state) => state.devices)
  const deviceId = useRecorderState((state) => state.deviceId)
  if (devices.length === 0) return null
  const options = devices.map(({ id, label }, index) => ({
    value: id,
    label: label || t('microphone_unnamed', { number: index + 1 }),
  }))
  return <Select label={t('microphone')} options={options} value={deviceId} onChange={onChange} />
}
