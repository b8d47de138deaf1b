import { request } from 'node:http'
import type { Bytes, Millis } from '#kit/units.ts'

export type RawAnswer = { status: number; etag: string; onTheWire: Bytes; took: Millis }

/** Asks and counts the bytes of the body as they come, compressed or not; the time runs until the last of them. */
export function askRaw(address: string, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const asked = request(address, { headers }, (answer) => {
      let onTheWire = 0
      answer.on('data', (bytes: Buffer) => (onTheWire += bytes.length))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode: status = 0, headers: said } = answer
        resolve({ status, etag: said.etag ?? '', onTheWire, took: performance.now() - begun })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
