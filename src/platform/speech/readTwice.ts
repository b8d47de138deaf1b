import type { Millis } from '#shared/units.ts'
import { millisToSample } from '#platform/audio/audio.ts'

/**
 * Lets a consumer read the beginning of audio and then all of it, although the source can be read only once. `head` ends after
 * `longest`; its chunks are kept until `whole` has read them. Read `whole` only after `head` has ended or was abandoned.
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
      // Copied, because the source may reuse its chunks.
      held.push(next.value.slice())
      samples += next.value.length
      yield next.value
    }
  }
  const head = readHead()
  async function* readWhole() {
    // Waits for a chunk that `head` is still reading.
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
