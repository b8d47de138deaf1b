import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIST_THROTTLE, spaceOut } from './spaceOut.ts'

describe('identical list requests (B§9)', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const asking = (memory: object, question: string, signal = new AbortController().signal) => {
    const state = { passed: false }
    const done = spaceOut(memory, question, signal).then(() => (state.passed = true))
    return { state, done }
  }

  it('are sent at once the first time, then a second apart; none is dropped', async () => {
    const memory = {}
    await asking(memory, 'list').done
    const second = asking(memory, 'list')
    await vi.advanceTimersByTimeAsync(LIST_THROTTLE - 1)
    expect(second.state.passed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(second.state.passed).toBe(true)
  })

  it('do not delay other requests, nor those of another client', async () => {
    const memory = {}
    await asking(memory, 'list').done
    await asking(memory, 'recent').done
    await asking({}, 'list').done
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stop waiting when they are aborted, and do not count', async () => {
    const memory = {}
    await asking(memory, 'list').done
    const cancel = new AbortController()
    const { done } = asking(memory, 'list', cancel.signal)
    cancel.abort(new Error('gone'))
    await expect(done).rejects.toThrow('gone')
    await vi.advanceTimersByTimeAsync(LIST_THROTTLE)
    await asking(memory, 'list').done
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are not delayed longer when the clock is set back', async () => {
    const memory = {}
    await asking(memory, 'list').done
    vi.setSystemTime(Date.now() - 3_600_000)
    const late = asking(memory, 'list')
    await vi.advanceTimersByTimeAsync(LIST_THROTTLE)
    expect(late.state.passed).toBe(true)
  })
})
