import { useState } from 'react'
import type { Millis } from '#kit/units.ts'
import { now } from '#ui/time.ts'
import { useInterval } from '#ui/useInterval.ts'
import { useRecorder } from './RecorderContext.ts'

/** Level of a voice at arm's length, above the background noise. */
const VOICE = 0.05
/** How long the check waits for the first word. */
const PATIENCE: Millis = 5000

/** Whether the microphone picks up audio: `waiting` for the first sound, `heard`, or `silent` for too long. */
export function useHeard(isOn: boolean): 'waiting' | 'heard' | 'silent' {
  const recorder = useRecorder()
  const [{ since, isHeard, isLong }, setState] = useState({ since: 0, isHeard: false, isLong: false })
  if (!isOn && (since > 0 || isHeard)) setState({ since: 0, isHeard: false, isLong: false })
  const look = () => {
    const at = since || now()
    setState({ since: at, isHeard: recorder.peak() > VOICE, isLong: now() - at > PATIENCE })
  }
  useInterval(look, isOn && !isHeard ? 200 : null)
  return isHeard ? 'heard' : isLong ? 'silent' : 'waiting'
}
