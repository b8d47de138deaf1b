import { useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { Switch } from '#ui/form/Switch.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import { isDefaultName, voiceNames } from '../../rules.ts'
import { listSpeakers } from '../speakers.ts'
import { loadVoices, toVoicePrint } from './recordingVoices.ts'
import { useVoicePrints } from './useVoicePrints.ts'
import { putVoicePrints } from './voicePrintStore.ts'

type VoicePrintSwitchesProps = { fileId: string; segments: readonly Segment[] }

/** One switch a named speaker: whether other recordings recognize the voice. Shows nothing without a named speaker. */
export function VoicePrintSwitches({ fileId, segments }: VoicePrintSwitchesProps) {
  const t = useTranslations('voice-prints')
  const toast = useToast()
  const { prints, change, remove } = useVoicePrints()
  const [learning, setLearning] = useState<string>()
  const names = listSpeakers(segments).filter((name) => !isDefaultName(name))
  if (names.length === 0 || !prints) return null
  const learn = async (name: string) => {
    setLearning(name)
    await change(async () => {
      const shownNames = voiceNames(segments)
      const voices = (await loadVoices(fileId)).filter((voice) => shownNames.get(voice.name) === name)
      if (voices.length === 0) toast.warn(t('voice_print_too_short', { name }))
      await putVoicePrints(voices.map((voice) => toVoicePrint(voice, name, { fileId, segments })))
    })
    setLearning(undefined)
  }
  return (
    <section aria-label={t('voice_prints')} className="grid gap-2.5 border-t border-line px-4 py-3">
      {names.map((name) => {
        const samples = prints.filter(({ customName }) => customName === name)
        const isOn = samples.length > 0 || learning === name
        return (
          <div key={name} className="grid gap-1">
            <Switch
              label={t('voice_print_recognize', { name })}
              checked={isOn}
              disabled={learning !== undefined}
              onChange={(next) => void (next ? learn(name) : remove(samples, t('voice_print_off', { name })))}
            />
            {samples.length > 0 && !samples.some((sample) => sample.fileId === fileId) && (
              <Button size="sm" className="w-fit" busy={learning === name} onClick={() => void learn(name)}>
                {t('voice_print_add')}
              </Button>
            )}
          </div>
        )
      })}
      <p className="text-sm text-pretty text-ink2">{t('voice_print_consent')}</p>
      {prints.length > 0 && (
        <Button
          size="sm"
          variant="quiet"
          className="-ml-2 w-fit"
          onClick={() => openDialog('settings', { pane: 'voice-prints' })}
        >
          {t('voice_prints_all')}
        </Button>
      )}
    </section>
  )
}
