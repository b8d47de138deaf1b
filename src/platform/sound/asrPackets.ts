import { OPUS_RATE, opusPacketSamples } from './isOpusPacket.ts'
import { readAt, sizeOf, streamFrom } from './SoundSource.ts'
import type { SoundSource } from './SoundSource.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** Size of one Opus packet. Recorders write bare packets one after another, without a container (B§5). */
export const ASR_PACKET: Bytes = 80
/** Duration of one packet (B§5). */
export const ASR_PACKET_MS: Millis = 20
/** The same in samples at 48 kHz. */
export const ASR_PACKET_SAMPLES = (OPUS_RATE * ASR_PACKET_MS) / 1000

/** How many packets are checked to detect such a recording: the first ones and some spread over the rest. */
const LOOKED_AT_FIRST = 50
const LOOKED_AT_LATER = 20

/** Returns `size / 80 * 20 ms` (B§5). An incomplete last packet does not count. */
export const asrDuration = (size: Bytes): Millis => Math.floor(size / ASR_PACKET) * ASR_PACKET_MS

/** True when every checked packet declares a duration of 20 ms. Random bytes never pass. */
export async function looksLikeAsr(source: SoundSource): Promise<boolean> {
  const count = Math.floor((await sizeOf(source)) / ASR_PACKET)
  if (count === 0) return false
  const first = await readAt(source, 0, Math.min(count, LOOKED_AT_FIRST) * ASR_PACKET)
  if (!cutPackets(first).every(lastsTwentyMs)) return false
  for (let n = 1; n <= LOOKED_AT_LATER && count > LOOKED_AT_FIRST; n++) {
    const packet = Math.floor(((count - 1) * n) / LOOKED_AT_LATER)
    if (!lastsTwentyMs(await readAt(source, packet * ASR_PACKET, 2))) return false
  }
  return true
}

/** Yields the packets from index `first` on, in batches. */
export async function* readAsrPackets(source: SoundSource, first: number): AsyncGenerator<Uint8Array[]> {
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of streamFrom(source, first * ASR_PACKET, await sizeOf(source))) {
    const bytes = Buffer.concat([held, piece])
    const whole = bytes.length - (bytes.length % ASR_PACKET)
    held = Buffer.from(bytes.subarray(whole))
    if (whole > 0) yield cutPackets(bytes.subarray(0, whole))
  }
}

const cutPackets = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / ASR_PACKET }, (_, i) => bytes.subarray(i * ASR_PACKET, (i + 1) * ASR_PACKET))

const lastsTwentyMs = (packet: Uint8Array): boolean => opusPacketSamples(packet) === ASR_PACKET_SAMPLES
