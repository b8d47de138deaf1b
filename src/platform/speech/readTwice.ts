import type { Millis } from '#shared/units.ts'
import { millisToSample } from '#platform/audio/audio.ts'

/**
 * Splits audio that can be read only once into its beginning and the whole. `head` ends after `longest`, and its chunks are held
 * until `whole` has read them. `whole` must be read after `head` has ended or was left.
 */
export function readTwice(
  pcm: AsyncIterable<Float32Array>,
  longest: Millis,
): { head: AsyncIterable<Float32Array>; whole: AsyncIterable<Float32Array> } {
  const source = pcm[Symbol.asyncIterator]()
  let held: Float32Array[] = []
  async function* readHead(): AsyncGenerator<Float32Array, void> {
    for (let samples = 0; samples < millisToSample(longest);) {
      const next = await source.next()
      if (next.done) return
      // A copy, because the source may reuse its chunks.
      held.push(next.value.slice())
      samples += next.value.length
      yield next.value
    }
  }
  const head = readHead()
  async function* readWhole() {
    // A chunk that is still being read for the head is held before this returns.
    await head.return()
    try {
      while (held.length > 0) {
        const chunks = held
        held = []
        yield* chunks
      }
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
    } finally {
      await source.return?.()
    }
  }
  return { head, whole: readWhole() }
}
