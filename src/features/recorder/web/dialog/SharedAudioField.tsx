import { Switch } from '#ui/form/Switch.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useRecorder, useRecorderState } from '../RecorderContext.ts'

/** Also records the audio of a tab or of the system. Explains when the browser does not support it. */
export function SharedAudioField({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTranslations('recorder')
  const isSupported = useRecorder().canShareSound()
  const isOpen = useRecorderState((state) => state.phase !== 'idle' && state.phase !== 'failed')
  const hasTabAudio = useRecorderState((state) => state.hasTabSound)
  return (
    <Switch
      label={t('shared_label')}
      hint={isSupported ? t('shared_hint') : t('shared_cannot')}
      checked={isOpen ? hasTabAudio : isOn}
      onChange={onChange}
      disabled={!isSupported}
    />
  )
}
