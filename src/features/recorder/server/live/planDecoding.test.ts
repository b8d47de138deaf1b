import { describe, expect, it } from 'vitest'
import { FIRST_PAUSE, MAX_LAG, pause, planDecoding, startAtPiece, type LiveProgress, type ReceivedPiece } from './planDecoding.ts'

const NOW = 1_000_000
/** Pieces of four seconds with their ages in milliseconds. */
const pieces = (ages: Record<number, number>): ReceivedPiece[] =>
  Object.entries(ages).map(([number, age]) => ({ number: Number(number), duration: 4000, receivedAt: NOW - age }))
const progress = (change: Partial<LiveProgress> = {}): LiveProgress => ({ ...startAtPiece(1, 0), ...change })

describe('which pieces are decoded for live words', () => {
  it('decodes all new pieces together with the audio that is decoded again', () => {
    const decoded = progress({ next: 3 })
    const plan = planDecoding(decoded, pieces({ 1: 12_000, 2: 8000, 3: 4000, 4: 0 }), NOW)
    expect(plan).toEqual({ kind: 'decode', progress: decoded, last: 4 })
  })

  it('waits for a missing piece, but not forever', () => {
    expect(planDecoding(progress({ next: 3 }), pieces({ 1: 20_000, 2: 16_000 }), NOW).kind).toBe('wait')
    expect(planDecoding(progress({ next: 3 }), pieces({ 1: 20_000, 2: 16_000, 4: 4000 }), NOW).kind).toBe('wait')
    const plan = planDecoding(progress({ next: 3 }), pieces({ 1: 40_000, 2: 36_000, 4: MAX_LAG + 1, 5: 0 }), NOW)
    expect(plan).toEqual({ kind: 'decode', progress: { ...startAtPiece(4, 12_000) }, last: 5 })
  })

  it('decodes pieces that arrive late and all at once one after another', () => {
    const late = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, 100]))
    const first = planDecoding(progress(), pieces(late), NOW)
    expect(first).toMatchObject({ kind: 'decode', last: 7 })
    expect(
      planDecoding(progress({ next: 8, start: 26_000, piece: 7, pieceAt: 24_000 }), pieces(late).slice(6), NOW),
    ).toMatchObject({
      last: 13,
    })
  })

  it('pauses when a piece has waited too long, and continues later with the newest one', () => {
    const behind = planDecoding(progress({ next: 2, language: 'de' }), pieces({ 1: 30_000, 2: MAX_LAG + 1, 3: 8000, 4: 0 }), NOW)
    const paused = { ...startAtPiece(5, 16_000), language: 'de', pausedUntil: NOW + FIRST_PAUSE, pauses: 1 }
    expect(behind).toEqual({ kind: 'pause', progress: paused })
    const during = planDecoding(paused, [{ number: 5, duration: 4000, receivedAt: NOW + 4000 }], NOW + 4000)
    expect(during).toEqual({ kind: 'pause', progress: { ...paused, piece: 6, next: 6, pieceAt: 20_000, start: 20_000 } })
    const later = NOW + FIRST_PAUSE
    const newer = [5, 6, 7].map((number) => ({ number, duration: 4000, receivedAt: later - 1000 }))
    expect(planDecoding(paused, newer, later)).toEqual({
      kind: 'decode',
      progress: { ...startAtPiece(7, 24_000), language: 'de', pauses: 1 },
      last: 7,
    })
  })

  it('pauses for longer each time, up to eight minutes', () => {
    const lengths = [0, 1, 2, 3, 9].map((pauses) => pause(progress({ pauses }), NOW).pausedUntil! - NOW)
    expect(lengths).toEqual([1, 2, 4, 8, 8].map((count) => count * FIRST_PAUSE))
  })
})
