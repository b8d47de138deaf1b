import { MAX_SPEAKER_SECONDS } from '#features/transcription/contract.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { Switch } from '#ui/form/Switch.tsx'

/** Whether the speakers of a recording of this length can be told apart (B§5). */
export const canTellSpeakersApart = (duration: Millis): boolean => Math.floor(duration / seconds(1)) <= MAX_SPEAKER_SECONDS

type SpeakerSwitchProps = { duration: Millis; isOn: boolean; onChange: (isOn: boolean) => void }

/** Turns speaker separation on for one transcription. For a recording that is too long a dialog says so, and it stays off (B§5). */
export function SpeakerSwitch({ duration, isOn, onChange }: SpeakerSwitchProps) {
  const t = useTranslations('generate')
  const change = (isRequested: boolean) => {
    if (isRequested && !canTellSpeakersApart(duration)) openDialog('speakerLimit', { duration })
    else onChange(isRequested)
  }
  return <Switch label={t('tell_speakers_apart')} checked={isOn} onChange={change} />
}
