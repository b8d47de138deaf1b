/** Quieter samples count as silence: less than one 16-bit step. */
const SILENT_LEVEL = 1 / 65_536

/** Returns the same audio if it contains any sound, otherwise null. Leading silence is counted, not buffered. */
export async function startsWithSound(chunks: AsyncIterable<Float32Array>): Promise<AsyncIterable<Float32Array> | null> {
  const iterator = chunks[Symbol.asyncIterator]()
  const silentLengths: number[] = []
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const first = next.value
    if (first.some((sample) => Math.abs(sample) > SILENT_LEVEL)) return concat(silentLengths, first, iterator)
    silentLengths.push(first.length)
  }
  return null
}

async function* concat(silentLengths: readonly number[], first: Float32Array, rest: AsyncIterator<Float32Array>) {
  for (const length of silentLengths) yield new Float32Array(length)
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
