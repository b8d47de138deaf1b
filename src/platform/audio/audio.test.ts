import { expect, it } from 'vitest'
import { rechunk } from './audio.ts'

async function* chunks(...sizes: number[]) {
  let next = 0
  for (const size of sizes) yield Float32Array.from({ length: size }, () => next++)
}
async function collect(sizes: number[], size: number, skip?: number) {
  const blocks: number[][] = []
  for await (const block of rechunk(chunks(...sizes), size, skip)) blocks.push([...block])
  return blocks
}

it('splits chunks of any size into blocks of one size without losing samples', async () => {
  expect(await collect([1, 5, 0, 3], 4)).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8]])
  expect(await collect([8], 4)).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ])
  expect(await collect([], 4)).toEqual([])
})

it('skips the first samples, over several chunks if necessary', async () => {
  expect(await collect([2, 2, 4], 2, 5)).toEqual([[5, 6], [7]])
  expect(await collect([2, 2], 2, 9)).toEqual([])
})
