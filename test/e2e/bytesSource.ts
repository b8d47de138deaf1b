import { Readable } from 'node:stream'
import type { RangeSource } from '#platform/sound/SoundSource.ts'

/** Returns a source of bytes in memory that is read like a stored recording. */
export const bytesSource = (bytes: Buffer): RangeSource => ({
  size: bytes.length,
  open: ({ start, end }) => Promise.resolve(Readable.from([bytes.subarray(start, end + 1)])),
})
