import { useState } from 'react'
import type { Millis } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import { useRecorder } from '../RecorderContext.ts'

/** Level of a voice at arm's length, above the background noise. */
const VOICE_LEVEL = 0.05
/** How long the check waits for the first word. */
const SILENCE_TIMEOUT: Millis = 5000

/** Whether the microphone picks up audio: `waiting` for the first sound, `heard`, or `silent` for too long. */
export function useMicrophoneCheck(isOn: boolean): 'waiting' | 'heard' | 'silent' {
  const recorder = useRecorder()
  const [{ startedAt: since, hasVoice, isTimedOut }, setState] = useState({ startedAt: 0, hasVoice: false, isTimedOut: false })
  if (!isOn && (since > 0 || hasVoice)) setState({ startedAt: 0, hasVoice: false, isTimedOut: false })
  const check = () => {
    const startedAt = since || now()
    setState({ startedAt, hasVoice: recorder.peak() > VOICE_LEVEL, isTimedOut: now() - startedAt > SILENCE_TIMEOUT })
  }
  useInterval(check, isOn && !hasVoice ? 200 : null)
  return hasVoice ? 'heard' : isTimedOut ? 'silent' : 'waiting'
}
