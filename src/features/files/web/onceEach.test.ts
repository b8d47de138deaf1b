import { describe, expect, it } from 'vitest'
import { onceEach } from './onceEach.ts'

describe('action on recordings', () => {
  it('does not run again while it is running, and can run again afterwards (B§4)', async () => {
    const done: string[][] = []
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const act = (ids: readonly string[]) => {
      done.push([...ids])
      return promise
    }
    const first = onceEach('trash', ['a', 'b'], act)
    expect(await onceEach('trash', ['a', 'b'], act)).toBe(false)
    const more = onceEach('trash', ['b', 'c'], act)
    const other = onceEach('restore', ['a'], act)
    resolve(true)
    expect(await Promise.all([first, more, other])).toEqual([true, true, true])
    expect(done).toEqual([['a', 'b'], ['c'], ['a']])
    await onceEach('trash', ['a'], act)
    expect(done).toHaveLength(4)
  })

  it('can run again after a failure', async () => {
    await expect(onceEach('trash', ['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await onceEach('trash', ['a'], () => Promise.resolve(true))).toBe(true)
  })
})
