import { readFileSync } from 'node:fs'
import { ASR_PACKET_BYTES } from '#features/upload/rules.ts'

const speech = readFileSync(new URL('../fixtures/sound/speech.asr', import.meta.url))

/** Returns this many bytes of bare Opus as a recorder writes it. It is playable, and each `seed` gives another sound. */
export function bareOpus(seed: string, bytes = 8000): Buffer {
  const packets = speech.length / ASR_PACKET_BYTES
  const first = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % packets, 0)
  const turned = Buffer.concat([speech.subarray(first * ASR_PACKET_BYTES), speech.subarray(0, first * ASR_PACKET_BYTES)])
  // The fill repeats from its start.
  return Buffer.alloc(bytes, turned)
}
