import { readFileSync } from 'node:fs'
import { ASR_PACKET_BYTES } from '#features/upload/rules.ts'

const speechPackets = readFileSync(new URL('../fixtures/sound/speech.asr', import.meta.url))

/** Returns this many bytes of bare Opus as a recorder writes it. It is playable, and each `seed` gives another sound. */
export function createBareOpus(seed: string, bytes = 8000): Buffer {
  const packetCount = speechPackets.length / ASR_PACKET_BYTES
  const firstPacket = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % packetCount, 0)
  const rotated = Buffer.concat([
    speechPackets.subarray(firstPacket * ASR_PACKET_BYTES),
    speechPackets.subarray(0, firstPacket * ASR_PACKET_BYTES),
  ])
  // The fill repeats from its start.
  return Buffer.alloc(bytes, rotated)
}
