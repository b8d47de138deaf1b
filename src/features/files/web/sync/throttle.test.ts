import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIST_THROTTLE, throttle } from './queries.ts'

describe('identical list requests (B§9)', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const startRequest = (memory: object, key: string, signal = new AbortController().signal) => {
    const state = { passed: false }
    const done = throttle(memory, key, signal).then(() => (state.passed = true))
    return { state, done }
  }

  it('are sent at once the first time, then a second apart; none is dropped', async () => {
    const memory = {}
    await startRequest(memory, 'list').done
    const second = startRequest(memory, 'list')
    await vi.advanceTimersByTimeAsync(LIST_THROTTLE - 1)
    expect(second.state.passed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(second.state.passed).toBe(true)
  })

  it('do not delay other requests, nor those of another client', async () => {
    const memory = {}
    await startRequest(memory, 'list').done
    await startRequest(memory, 'recent').done
    await startRequest({}, 'list').done
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stop waiting when they are aborted, and do not count', async () => {
    const memory = {}
    await startRequest(memory, 'list').done
    const cancel = new AbortController()
    const { done } = startRequest(memory, 'list', cancel.signal)
    cancel.abort(new Error('gone'))
    await expect(done).rejects.toThrow('gone')
    await vi.advanceTimersByTimeAsync(LIST_THROTTLE)
    await startRequest(memory, 'list').done
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are not delayed longer when the clock is set back', async () => {
    const memory = {}
    await startRequest(memory, 'list').done
    vi.setSystemTime(Date.now() - 3_600_000)
    const late = startRequest(memory, 'list')
    await vi.advanceTimersByTimeAsync(LIST_THROTTLE)
    expect(late.state.passed).toBe(true)
  })
})
