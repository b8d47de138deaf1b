import { Readable } from 'node:stream'
import type { RangeSource } from '#platform/sound/SoundSource.ts'

/** Bytes in memory, to be read as a stored recording is. */
export const bytesSource = (bytes: Buffer): RangeSource => ({
  size: bytes.length,
  open: ({ start, end }) => Promise.resolve(Readable.from([bytes.subarray(start, end + 1)])),
})
