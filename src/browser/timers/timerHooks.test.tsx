import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wait } from './time.ts'
import { useEvent } from '../events/useEvent.ts'
import { useInterval, useNow, useTimeout } from './timerHooks.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const advance = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

describe('timer hooks', () => {
  it('call the latest function, pause at null and stop when the component is unmounted', () => {
    const calls: number[] = []
    function IntervalExample({ ms, value }: { ms: number | null; value: number }) {
      useInterval(() => calls.push(value), ms)
      return null
    }
    const view = render(<IntervalExample ms={100} value={1} />)
    advance(150)
    view.rerender(<IntervalExample ms={100} value={2} />)
    advance(50)
    view.rerender(<IntervalExample ms={null} value={3} />)
    advance(500)
    view.rerender(<IntervalExample ms={100} value={4} />)
    advance(100)
    view.unmount()
    advance(500)
    expect(calls).toEqual([1, 2, 4])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fire once, unless the component is unmounted', () => {
    let fired = 0
    function TimeoutExample() {
      useTimeout(() => (fired += 1), 100)
      return null
    }
    render(<TimeoutExample />)
    advance(1000)
    render(<TimeoutExample />).unmount()
    advance(1000)
    expect(fired).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('update the time each second', () => {
    function NowExample() {
      return <time>{useNow()}</time>
    }
    render(<NowExample />)
    advance(2500)
    expect(screen.getByRole('time').textContent).toBe('1002000')
  })
})

describe('wait', () => {
  it('resolves after its time', async () => {
    const pending = wait(100)
    vi.advanceTimersByTime(100)
    await expect(pending).resolves.toBeUndefined()
  })

  it('rejects at once when it is aborted, and clears its timer', async () => {
    const abort = new AbortController()
    const pending = wait(100, abort.signal)
    abort.abort(new Error('gone'))
    await expect(pending).rejects.toThrow('gone')
    await expect(wait(100, abort.signal)).rejects.toThrow('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('useEvent', () => {
  it('calls the latest handler until the component is unmounted', () => {
    const keys: string[] = []
    function Listener() {
      const [count, setCount] = useState(0)
      useEvent('window', 'keydown', ({ key }) => {
        keys.push(`${key}${count}`)
        setCount(count + 1)
      })
      return null
    }
    const view = render(<Listener />)
    fireEvent.keyDown(window, { key: 'a' })
    fireEvent.keyDown(window, { key: 'b' })
    view.unmount()
    fireEvent.keyDown(window, { key: 'c' })
    expect(keys).toEqual(['a0', 'b1'])
  })
})
