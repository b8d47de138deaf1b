import type { Millis } from '#kit/units.ts'
import { minutes } from '#kit/units.ts'
import { MAX_RECORDING } from '../contract.ts'
import type { RecorderState } from './engine/recorderState.ts'

/** How long before a recording ends by itself that is said. */
const SAID_BEFORE: Millis = minutes(10)

/** The one thing about a recording under way that is worth a line of its own. */
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

type About = Pick<RecorderState, 'phase' | 'stopped' | 'trouble' | 'network' | 'keptIn' | 'wakeLock'>

/** The gravest first; null when all is as it should be. `isTouch`: a device that locks its screen by itself. */
export function barNote(state: About, { position, isTouch }: { position: Millis; isTouch: boolean }): BarNote | null {
  const { phase, stopped, trouble, network } = state
  if (phase === 'finishing') {
    if (trouble) return { kind: 'failed', trouble }
    return network === 'online' ? null : network === 'retrying' ? { kind: 'waiting' } : { kind: network }
  }
  if (stopped) return { kind: stopped.ended ? 'stopped' : 'interrupted', stopped }
  // No room on the disk: the recording goes on in memory, and that is what counts.
  if (trouble && trouble.kind !== 'storageFull') return { kind: 'failed', trouble }
  if (network === 'signedOut' || network === 'refused' || network === 'accountFull') return { kind: network }
  if (position >= MAX_RECORDING - SAID_BEFORE) return { kind: 'limit', left: MAX_RECORDING - position }
  if (state.keptIn === 'memory') return { kind: 'memory' }
  if (network === 'retrying') return { kind: 'offline' }
  const isAwake = state.wakeLock === 'held' || state.wakeLock === 'none'
  return isTouch && phase === 'recording' && !isAwake ? { kind: 'mayLock' } : null
}
