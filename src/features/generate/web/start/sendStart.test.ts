import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused, ServerError, Unreachable } from '#shared/client.ts'
import { noteTasksContract } from '../../contract.ts'
import { sendStart } from './sendStart.ts'

const tooFrequent = new Refused(noteTasksContract.sumNewNote, 200, { status: -2 })
const REPLY = { status: 0 }

/** Fails with these errors, one at a time, and then replies. */
function sendAfter(errors: readonly Error[]) {
  const times: number[] = []
  const begun = Date.now()
  const send = async () => {
    times.push((Date.now() - begun) / 1000)
    const error = errors[times.length - 1]
    if (error) throw error
    return REPLY
  }
  return { send, times }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a start that is too frequent (-2, B§4)', () => {
  it('is sent again every three seconds until it is accepted', async () => {
    const { send, times } = sendAfter([tooFrequent, tooFrequent])
    const sent = sendStart(send, 'summary')
    await vi.advanceTimersByTimeAsync(6000)
    expect(await sent).toEqual({ reply: REPLY })
    expect(times).toEqual([0, 3, 6])
  })

  it.each([
    ['transcription', -100_101],
    ['summary', -100_102],
  ] as const)('fails after the sixth time with the unknown error of the %s', async (step, failure) => {
    const { send, times } = sendAfter(Array.from({ length: 9 }, () => tooFrequent))
    const sent = sendStart(send, step)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await sent).toEqual({ failure })
    expect(times).toEqual([0, 3, 6, 9, 12, 15, 18])
  })
})

it('returns the code of another failure at once, also after a silent retry', async () => {
  expect(await sendStart(sendAfter([new Unreachable('network')]).send, 'summary')).toEqual({ failure: -100_200 })
  const sent = sendStart(sendAfter([tooFrequent, new Unreachable('timeout')]).send, 'summary')
  await vi.advanceTimersByTimeAsync(3000)
  expect(await sent).toEqual({ failure: -100_200 })
})

it('rejects with an error that has no code', async () => {
  const error = new ServerError('HTTP 500', 'r-1')
  const { send, times } = sendAfter([error])
  await expect(sendStart(send, 'summary')).rejects.toBe(error)
  expect(times).toEqual([0])
})
