import type { Millis } from '#shared/units.ts'
import { minutes } from '#shared/units.ts'
import { MAX_RECORDING_DURATION } from '../../contract.ts'
import type { RecorderState } from '../engine/recorderState.ts'

/** How long before the automatic stop the note is shown. */
const LIMIT_NOTICE_BEFORE: Millis = minutes(10)

/** The most important note about a running recording. */
export type BarNote =
  | { kind: 'stopped'; stopped: NonNullable<RecorderState['stopped']> }
  | { kind: 'interrupted'; stopped: NonNullable<RecorderState['stopped']> }
  | { kind: 'failed'; trouble: NonNullable<RecorderState['trouble']> }
  | { kind: 'waiting' }
  | { kind: 'signedOut' }
  | { kind: 'refused' }
  | { kind: 'accountFull' }
  | { kind: 'limit'; left: Millis }
  | { kind: 'memory' }
  | { kind: 'offline' }
  | { kind: 'mayLock' }

type NoteState = Pick<RecorderState, 'phase' | 'stopped' | 'trouble' | 'network' | 'keptIn' | 'wakeLock'>

/** Returns the most severe note, or null when there is no problem. `isTouch`: the device may lock its screen. */
export function barNote(state: NoteState, { position, isTouch }: { position: Millis; isTouch: boolean }): BarNote | null {
  const { phase, stopped, trouble, network } = state
  if (phase === 'finishing') {
    if (trouble) return { kind: 'failed', trouble }
    return network === 'online' ? null : network === 'retrying' ? { kind: 'waiting' } : { kind: network }
  }
  if (stopped) return { kind: stopped.ended ? 'stopped' : 'interrupted', stopped }
  // When the disk is full, the recording continues in memory and the note about that is shown.
  if (trouble && trouble.kind !== 'storageFull') return { kind: 'failed', trouble }
  if (network === 'signedOut' || network === 'refused' || network === 'accountFull') return { kind: network }
  if (position >= MAX_RECORDING_DURATION - LIMIT_NOTICE_BEFORE) return { kind: 'limit', left: MAX_RECORDING_DURATION - position }
  if (state.keptIn === 'memory') return { kind: 'memory' }
  if (network === 'retrying') return { kind: 'offline' }
  const isScreenKeptOn = state.wakeLock === 'held' || state.wakeLock === 'none'
  return isTouch && phase === 'recording' && !isScreenKeptOn ? { kind: 'mayLock' } : null
}
