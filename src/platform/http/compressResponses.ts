import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { KiB } from '#shared/units.ts'

/**
 * Compression of contract responses: zstd (level 3, its default) or gzip, depending on the client, from 1 KiB. Other responses
 * (events, audio, archives, the page) are not compressed.
 */
export const COMPRESSION = {
  encodings: ['zstd', 'gzip'],
  threshold: KiB,
  zlibOptions: { level: 1 },
} satisfies FastifyCompressOptions

/** Request header that turns compression of the response off. */
export const NO_COMPRESSION = 'x-no-compression'

/** Lets routes compress their responses with `compress: COMPRESSION`. Request bodies are never decompressed. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false })
}
