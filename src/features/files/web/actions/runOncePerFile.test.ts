import { describe, expect, it } from 'vitest'
import { runOncePerFile } from './runOncePerFile.ts'

describe('action on recordings', () => {
  it('does not run again while it is running, and can run again afterwards (B§4)', async () => {
    const actedOn: string[][] = []
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const action = (ids: readonly string[]) => {
      actedOn.push([...ids])
      return promise
    }
    const first = runOncePerFile('trash', ['a', 'b'], action)
    expect(await runOncePerFile('trash', ['a', 'b'], action)).toBe(false)
    const more = runOncePerFile('trash', ['b', 'c'], action)
    const other = runOncePerFile('restore', ['a'], action)
    resolve(true)
    expect(await Promise.all([first, more, other])).toEqual([true, true, true])
    expect(actedOn).toEqual([['a', 'b'], ['c'], ['a']])
    await runOncePerFile('trash', ['a'], action)
    expect(actedOn).toHaveLength(4)
  })

  it('can run again after a failure', async () => {
    await expect(runOncePerFile('trash', ['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await runOncePerFile('trash', ['a'], () => Promise.resolve(true))).toBe(true)
  })
})
