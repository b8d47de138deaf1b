import { expect, it } from 'vitest'
import { openTurns } from './turns.ts'

const never = new AbortController().signal

it('runs one task at a time, in order', async () => {
  const takeTurn = openTurns()
  const order: string[] = []
  const endFirst = await takeTurn(never)
  const others = ['second', 'third'].map(async (name) => {
    const endTurn = await takeTurn(never)
    order.push(name)
    endTurn()
  })
  order.push('first')
  endFirst()
  await Promise.all(others)
  expect(order).toEqual(['first', 'second', 'third'])
})

it('lets an aborted waiter leave the queue without changing the order of the others', async () => {
  const takeTurn = openTurns()
  const stop = new AbortController()
  const endFirst = await takeTurn(never)
  const impatient = takeTurn(stop.signal)
  let hasBegun = false
  const patient = takeTurn(never).then(() => (hasBegun = true))
  stop.abort(new Error('enough'))
  await expect(impatient).rejects.toThrow('enough')
  expect(hasBegun).toBe(false)
  endFirst()
  await patient
  expect(hasBegun).toBe(true)
})
