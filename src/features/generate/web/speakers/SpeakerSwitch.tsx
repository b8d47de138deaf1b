import type { Millis } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { Switch } from '#ui/form/Switch.tsx'
import { canTellSpeakersApart } from './canTellSpeakersApart.ts'

type SpeakerSwitchProps = { duration: Millis; isOn: boolean; onChange: (isOn: boolean) => void }

/** Turns speaker separation on for one transcription. For a recording that is too long a dialog says so, and it stays off (B§5). */
export function SpeakerSwitch({ duration, isOn, onChange }: SpeakerSwitchProps) {
  const t = useTranslations('generate')
  const change = (isRequested: boolean) => {
    if (isRequested && !canTellSpeakersApart(duration)) openDialog('speakerLimit', { duration })
    else onChange(isRequested)
  }
  return <Switch side="start" label={t('tell_speakers_apart')} checked={isOn} onChange={change} />
}
