import { OPUS_RATE, opusPacketSamples } from './opusPacket.ts'
import { readAt, sizeOf, streamRange } from '../AudioSource.ts'
import type { AudioSource } from '../AudioSource.ts'
import type { Bytes, Millis } from '#shared/units.ts'

/** Size of one Opus packet. Recorders write bare packets one after another, without a container (B§5). */
export const ASR_PACKET_BYTES: Bytes = 80
/** Duration of one packet (B§5). */
export const ASR_PACKET_MS: Millis = 20
/** The same in samples at 48 kHz. */
export const ASR_PACKET_SAMPLES = (OPUS_RATE * ASR_PACKET_MS) / 1000

/** How many packets are checked to detect such a recording: the first ones and some spread over the rest. */
const CHECKED_AT_START = 50
const CHECKED_LATER = 20

/** Returns `size / 80 * 20 ms` (B§5). An incomplete last packet does not count. */
export const asrDuration = (size: Bytes): Millis => Math.floor(size / ASR_PACKET_BYTES) * ASR_PACKET_MS

/** True when every checked packet declares a duration of 20 ms. Random bytes never pass. */
export async function looksLikeAsr(source: AudioSource): Promise<boolean> {
  const count = Math.floor((await sizeOf(source)) / ASR_PACKET_BYTES)
  if (count === 0) return false
  const first = await readAt(source, 0, Math.min(count, CHECKED_AT_START) * ASR_PACKET_BYTES)
  if (!splitPackets(first).every(lasts20Ms)) return false
  for (let n = 1; n <= CHECKED_LATER && count > CHECKED_AT_START; n++) {
    const packet = Math.floor(((count - 1) * n) / CHECKED_LATER)
    if (!lasts20Ms(await readAt(source, packet * ASR_PACKET_BYTES, 2))) return false
  }
  return true
}

/** Yields the packets from index `first` on, in batches. */
export async function* readAsrPackets(source: AudioSource, first: number): AsyncGenerator<Uint8Array[]> {
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of streamRange(source, first * ASR_PACKET_BYTES, await sizeOf(source))) {
    const bytes = Buffer.concat([pending, chunk])
    const completeBytes = bytes.length - (bytes.length % ASR_PACKET_BYTES)
    pending = Buffer.from(bytes.subarray(completeBytes))
    if (completeBytes > 0) yield splitPackets(bytes.subarray(0, completeBytes))
  }
}

const splitPackets = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / ASR_PACKET_BYTES }, (_, i) =>
    bytes.subarray(i * ASR_PACKET_BYTES, (i + 1) * ASR_PACKET_BYTES),
  )

const lasts20Ms = (packet: Uint8Array): boolean => opusPacketSamples(packet) === ASR_PACKET_SAMPLES
