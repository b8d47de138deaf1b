import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { KiB } from '#kit/units.ts'

/**
 * How the answers of a contract leave: zstd (level 3, its own default) or gzip, whichever the client takes, from 1 KiB up. What
 * else goes out – events, sound, archives, the page – is not JSON of ours and stays as it is.
 */
export const COMPRESSED = {
  encodings: ['zstd', 'gzip'],
  threshold: KiB,
  zlibOptions: { level: 1 },
} satisfies FastifyCompressOptions

/** Tells `compressAnswers` to leave the answer to this request alone. */
export const NOT_COMPRESSED = 'x-no-compression'

/** Lets routes compress their answers by `compress: COMPRESSED`; bodies sent to us are never decompressed. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false })
}
