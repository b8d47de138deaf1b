import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#shared/units.ts'
import { barNote } from './BarNoteRow.tsx'
import { IDLE } from '../engine/recorderState.ts'
import type { RecorderState } from '../engine/recorderState.ts'
import { audioFileName } from '../useDownload.ts'

const stopped = { at: 0, time: 0, why: 'unplugged', ended: true } as const
const noteKindOf = (state: Partial<RecorderState>, { position = 0, isTouch = false } = {}) =>
  barNote({ ...IDLE, phase: 'recording', wakeLock: 'held', ...state }, { position, isTouch })?.kind ?? null

describe('most important note of a running recording', () => {
  it.each([
    [{}, null],
    [{ stopped, network: 'retrying' }, 'stopped'],
    [{ stopped: { ...stopped, ended: false } }, 'interrupted'],
    [{ failure: { kind: 'noSharedAudio' } }, 'failed'],
    [{ failure: { kind: 'storageFull' }, keptIn: 'memory' }, 'memory'],
    [{ network: 'signedOut', keptIn: 'memory' }, 'signedOut'],
    [{ network: 'retrying', keptIn: 'memory' }, 'memory'],
    [{ network: 'retrying' }, 'offline'],
    [{ phase: 'finishing' }, null],
    [{ phase: 'finishing', network: 'retrying' }, 'waiting'],
    [{ phase: 'finishing', network: 'retrying', failure: { kind: 'finishFailed' } }, 'failed'],
    [{ phase: 'finishing', network: 'refused' }, 'refused'],
    [{ network: 'accountFull' }, 'accountFull'],
    [{ phase: 'finishing', network: 'accountFull' }, 'accountFull'],
  ] as [Partial<RecorderState>, string | null][])('for %j is %s', (state, kind) => {
    expect(noteKindOf(state)).toBe(kind)
  })

  it('announces the automatic stop from 4:50 on (B§5)', () => {
    expect(noteKindOf({}, { position: hours(5) - minutes(10) - 1 })).toBeNull()
    expect(noteKindOf({}, { position: hours(5) - minutes(10) })).toBe('limit')
  })

  it('warns that the screen may lock only on touch devices without a wake lock', () => {
    expect(noteKindOf({ wakeLock: 'unsupported' }, { isTouch: true })).toBe('mayLock')
    expect(noteKindOf({ wakeLock: 'lost' }, { isTouch: true })).toBe('mayLock')
    expect(noteKindOf({ wakeLock: 'held' }, { isTouch: true })).toBeNull()
    expect(noteKindOf({ wakeLock: 'lost' })).toBeNull()
    expect(noteKindOf({ wakeLock: 'lost', phase: 'paused' }, { isTouch: true })).toBeNull()
  })
})

describe('file name of a downloaded recording', () => {
  it.each([
    ['Budget: Q3/Q4', 'Budget- Q3-Q4.mp3'],
    ['  ', 'recording.mp3'],
    ['اجتماع', 'اجتماع.mp3'],
  ])('of %j is %s', (title, name) => {
    expect(audioFileName(title)).toBe(name)
  })
})
