import { expect, it } from 'vitest'
import { retry } from './retry.ts'

/** Returns an action that fails `failures` times, and the attempts after which it was paused. */
function createAction(failures: number) {
  const pauses: number[] = []
  let calls = 0
  const action = async () => {
    if (++calls <= failures) throw new Error(`failure ${calls}`)
    return calls
  }
  return { action, pauses, pause: async (attempt: number) => void pauses.push(attempt) }
}

it('runs the action again after a pause until it succeeds', async () => {
  const { action, pause, pauses } = createAction(3)
  expect(await retry(action, { pause })).toBe(4)
  expect(pauses).toEqual([1, 2, 3])
})

it('rejects with the error of the last attempt', async () => {
  const { action, pause, pauses } = createAction(3)
  await expect(retry(action, { attempts: 2, pause })).rejects.toThrow('failure 2')
  expect(pauses).toEqual([1])
})

it('does not retry an error that is permanent', async () => {
  const { action } = createAction(1)
  await expect(retry(action, { isTemporary: () => false })).rejects.toThrow('failure 1')
})

it('passes the error and the number of the attempt to both decisions', async () => {
  const { action } = createAction(3)
  const pauses: [number, unknown][] = []
  const pause = async (attempt: number, error: unknown) => void pauses.push([attempt, error])
  await expect(retry(action, { isTemporary: (_, attempt) => attempt < 2, pause })).rejects.toThrow('failure 2')
  expect(pauses).toEqual([[1, new Error('failure 1')]])
})
