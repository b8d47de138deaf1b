import { readFileSync } from 'node:fs'
import { ASR_PACKET_BYTES } from '#features/upload/rules.ts'

const speech = readFileSync(new URL('../fixtures/sound/speech.asr', import.meta.url))

/** Bare Opus as a recorder writes it, of so many bytes, that plays; for another `seed` it is another sound. */
export function bareOpus(seed: string, bytes = 8000): Buffer {
  const packets = speech.length / ASR_PACKET_BYTES
  const first = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % packets, 0)
  const turned = Buffer.concat([speech.subarray(first * ASR_PACKET_BYTES), speech.subarray(0, first * ASR_PACKET_BYTES)])
  // A fill repeats itself from its beginning.
  return Buffer.alloc(bytes, turned)
}
