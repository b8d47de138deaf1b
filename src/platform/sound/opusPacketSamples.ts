/** Opus counts in samples at 48 kHz, whatever the sound was recorded at. */
export const OPUS_RATE = 48_000

const SILK_FRAMES = [480, 960, 1920, 2880]
const HYBRID_FRAMES = [480, 960]
const CELT_FRAMES = [120, 240, 480, 960]

/** How long an Opus packet sounds, in samples at 48 kHz, by its first bytes; 0 for what cannot be a packet. */
export function opusPacketSamples(packet: Uint8Array): number {
  const [first, second] = packet
  if (first === undefined) return 0
  const config = first >> 3
  const frame = config < 12 ? SILK_FRAMES[config % 4]! : config < 16 ? HYBRID_FRAMES[config % 2]! : CELT_FRAMES[config % 4]!
  const code = first & 3
  if (code < 3) return code === 0 ? frame : 2 * frame
  const samples = frame * ((second ?? 0) & 63)
  return samples <= LONGEST_PACKET ? samples : 0
}

/** 120 ms. */
const LONGEST_PACKET = 5760
