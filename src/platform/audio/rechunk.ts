/**
 * Yields the same samples in blocks of exactly `size`, without the first `skip`. The last block may be shorter. Blocks are
 * copies, because the source may reuse its chunks.
 */
export async function* rechunk(
  pcm: AsyncIterable<Float32Array>,
  size: number,
  skip = 0,
): AsyncGenerator<Float32Array<ArrayBuffer>, void> {
  let toSkip = skip
  let block = new Float32Array(size)
  let filled = 0
  for await (const chunk of pcm) {
    let offset = Math.min(toSkip, chunk.length)
    toSkip -= offset
    while (offset < chunk.length) {
      const part = chunk.subarray(offset, offset + size - filled)
      block.set(part, filled)
      filled += part.length
      offset += part.length
      if (filled < size) continue
      yield block
      block = new Float32Array(size)
      filled = 0
    }
  }
  if (filled) yield block.slice(0, filled)
}
