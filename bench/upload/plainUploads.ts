import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MiB } from '#shared/units.ts'

/**
 * The simplest server that stores uploads: node:http, MD5 and a flushed file. Prints its port. Usage: `node plainUploads.ts
 * <folder>`.
 */
const [folder = ''] = process.argv.slice(2)
const server = createServer((request, response) => {
  const md5 = createHash('md5')
  async function* hashed(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      md5.update(chunk)
      yield chunk
    }
  }
  const file = createWriteStream(join(folder, randomUUID()), { flush: true, highWaterMark: MiB })
  pipeline(request, hashed, file).then(
    () => response.setHeader('etag', `"${md5.digest('hex')}"`).end(),
    () => response.destroy(),
  )
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
