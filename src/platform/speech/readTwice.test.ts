import { expect, it } from 'vitest'
import { readTwice } from './readTwice.ts'

async function* audio(reads: number[]) {
  const shared = new Float32Array(16_000)
  for (let second = 0; second < 5; second++) {
    reads.push(second)
    yield shared.fill(second)
  }
}
const secondsOf = async (chunks: AsyncIterable<Float32Array>) => await Array.fromAsync(chunks, (chunk) => chunk[0])

it('readTwice returns the beginning and then everything, and reads the source once', async () => {
  const reads: number[] = []
  const { head, whole } = readTwice(audio(reads), 2000)
  expect(await secondsOf(head)).toEqual([0, 1])
  expect(reads).toEqual([0, 1])
  expect(await secondsOf(whole)).toEqual([0, 1, 2, 3, 4])
  expect(reads).toHaveLength(5)
})

it('readTwice returns everything when the beginning was abandoned while a chunk was read', async () => {
  const { head, whole } = readTwice(audio([]), 4000)
  const iterator = head[Symbol.asyncIterator]()
  await iterator.next()
  void iterator.next()
  expect(await secondsOf(whole)).toEqual([0, 1, 2, 3, 4])
})
