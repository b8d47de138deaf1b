import { describe, expect, it } from 'vitest'
import { notePollInterval, pollInterval } from './polling.ts'

describe('polling of all tasks (B§4, B§9)', () => {
  it.each([
    [{ failed: false, tasks: ['done', 'queued'], isLive: true }, 10_000],
    [{ failed: false, tasks: ['transcribing'], isLive: true }, 10_000],
    [{ failed: false, tasks: [], isLive: false }, 10_000],
    [{ failed: false, tasks: ['transcribing', 'summarising'], isLive: true }, 3000],
    [{ failed: true, tasks: ['summarising'], isLive: true }, 5000],
    [{ failed: false, tasks: ['done', 'failed', 'cancelled'], isLive: true }, false],
  ] as const)('%j: %s', ({ failed, tasks, isLive }, interval) => {
    expect(pollInterval({ failed, tasks: tasks.map((stage) => ({ stage })), isLive })).toBe(interval)
  })
})

it('polls the notes of a recording while one is written, every three seconds (B§4)', () => {
  expect(notePollInterval({ failed: false, notes: [{ task_status: 1 }, { task_status: 0 }] })).toBe(3000)
  expect(notePollInterval({ failed: false, notes: [{ task_status: 1 }, { task_status: -3 }] })).toBe(false)
  expect(notePollInterval({ failed: true, notes: [] })).toBe(5000)
})
