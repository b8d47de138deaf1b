import { Switch } from '#ui/Switch.tsx'
import { useWords } from '#ui/words.ts'
import { useRecorder, useRecorderState } from './RecorderContext.ts'

/** Also records the audio of a tab or of the system. Explains when the browser does not support it. */
export function SharedSoundField({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useWords('recorder')
  const can = useRecorder().canShareSound()
  const isOpen = useRecorderState((state) => state.phase !== 'idle' && state.phase !== 'failed')
  const hasSound = useRecorderState((state) => state.hasTabSound)
  return (
    <Switch
      label={t('shared_label')}
      hint={can ? t('shared_hint') : t('shared_cannot')}
      checked={isOpen ? hasSound : isOn}
      onChange={onChange}
      disabled={!can}
    />
  )
}
