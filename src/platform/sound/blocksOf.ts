/**
 * Yields the same samples in blocks of exactly `size`, without the first `skip`. The last block may be shorter. Blocks are
 * copies, because the source may reuse its chunks.
 */
export async function* blocksOf(
  pcm: AsyncIterable<Float32Array>,
  size: number,
  skip = 0,
): AsyncGenerator<Float32Array<ArrayBuffer>, void> {
  let toSkip = skip
  let block = new Float32Array(size)
  let filled = 0
  for await (const chunk of pcm) {
    let at = Math.min(toSkip, chunk.length)
    toSkip -= at
    while (at < chunk.length) {
      const part = chunk.subarray(at, at + size - filled)
      block.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < size) continue
      yield block
      block = new Float32Array(size)
      filled = 0
    }
  }
  if (filled) yield block.slice(0, filled)
}
