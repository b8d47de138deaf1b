import { expect, it } from 'vitest'
import { openTurns } from './turns.ts'

const never = new AbortController().signal

it('gives one turn at a time, in the order they were asked for', async () => {
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

it('lets who gives up waiting go, and keeps the place of those behind', async () => {
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
