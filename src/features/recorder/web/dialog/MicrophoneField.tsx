import { Mic } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Millis } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import { LevelMeter } from '../bar/LevelMeter.tsx'
import { useRecorderState, useRecorder } from '../RecorderContext.ts'
import { Switch } from '#ui/form/Switch.tsx'
import { Select } from '#ui/select/Select.tsx'

export type MicrophoneFieldProps = {
  /** Opens this microphone, or the browser's default one. */
  onOpen: (deviceId?: string) => void
  /** A start is in progress, which opens the microphone itself. */
  isStarting: boolean
}

/** The microphone before, during and after the permission request. */
export function MicrophoneField({ onOpen, isStarting }: MicrophoneFieldProps) {
  const t = useTranslations('recorder')
  const phase = useRecorderState((state) => state.phase)
  if (phase === 'ready') return <OpenMicrophone onOpen={onOpen} />
  const isRequesting = phase === 'asking'
  return (
    <section
      aria-label={t('microphone')}
      className="grid justify-items-start gap-2.5 rounded-md border border-line bg-surface p-4"
    >
      <p role="status" className="text-md text-pretty text-ink2">
        {isRequesting ? t('microphone_asking') : t('microphone_before')}
      </p>
      <Button icon={<Mic aria-hidden />} busy={isRequesting && !isStarting} onClick={() => onOpen()}>
        {t('microphone_test')}
      </Button>
    </section>
  )
}

function OpenMicrophone({ onOpen }: Pick<MicrophoneFieldProps, 'onOpen'>) {
  const t = useTranslations('recorder')
  const checkResult = useMicrophoneCheck(true)
  return (
    <section aria-label={t('microphone')} className="grid grid-cols-1 gap-2.5 rounded-md border border-line bg-surface p-4">
      <MicrophoneSelect onChange={onOpen} />
      <LevelMeter />
      <p role="status" className={checkResult === 'silent' ? 'text-sm text-warn' : 'text-sm text-ink2'}>
        {t(`microphone_${checkResult}`)}
      </p>
    </section>
  )
}

/** Level of a voice at arm's length, above the background noise. */
const VOICE_LEVEL = 0.05
/** How long the check waits for the first word. */
const SILENCE_TIMEOUT: Millis = 5000

/** Whether the microphone picks up audio: `waiting` for the first audio, `working`, or `silent` for too long. */
function useMicrophoneCheck(isOn: boolean): 'waiting' | 'working' | 'silent' {
  const recorder = useRecorder()
  const [{ startedAt: since, hasVoice, isTimedOut }, setState] = useState({ startedAt: 0, hasVoice: false, isTimedOut: false })
  if (!isOn && (since > 0 || hasVoice)) setState({ startedAt: 0, hasVoice: false, isTimedOut: false })
  const check = () => {
    const startedAt = since || now()
    setState({ startedAt, hasVoice: recorder.peak() > VOICE_LEVEL, isTimedOut: now() - startedAt > SILENCE_TIMEOUT })
  }
  useInterval(check, isOn && !hasVoice ? 200 : null)
  return hasVoice ? 'working' : isTimedOut ? 'silent' : 'waiting'
}

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

/** Also records the audio of a tab or of the system. Explains when the browser does not support it. */
export function SharedAudioField({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTranslations('recorder')
  const isSupported = useRecorder().canShareAudio()
  const isOpen = useRecorderState((state) => state.phase !== 'idle' && state.phase !== 'failed')
  const hasTab = useRecorderState((state) => state.hasTabAudio)
  return (
    <Switch
      label={t('shared_label')}
      hint={isSupported ? t('shared_hint') : t('shared_cannot')}
      checked={isOpen ? hasTab : isOn}
      onChange={onChange}
      disabled={!isSupported}
    />
  )
}
