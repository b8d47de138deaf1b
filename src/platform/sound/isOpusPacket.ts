/** Opus counts samples at 48 kHz, whatever the sample rate of the original. */
export const OPUS_RATE = 48_000

const SILK_FRAMES = [480, 960, 1920, 2880]
const HYBRID_FRAMES = [480, 960]
const CELT_FRAMES = [120, 240, 480, 960]

/** Returns the duration of an Opus packet in samples at 48 kHz, from its first bytes. Returns 0 for invalid packets. */
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

/** Maximum size of a frame in a packet (RFC 6716 §3.2.1). */
const LONGEST_FRAME = 1275

/**
 * True when the frames of a packet are laid out as RFC 6716 §3.4 requires, so that the decoder accepts it. The audio may still be
 * noise: any bits decode to something.
 */
export function isOpusPacket(packet: Uint8Array): boolean {
  if (opusPacketSamples(packet) === 0) return false
  const frames = packet.subarray(1)
  const code = packet[0]! & 3
  if (code === 0) return frames.length <= LONGEST_FRAME
  if (code === 1) return frames.length % 2 === 0 && frames.length / 2 <= LONGEST_FRAME
  return code === 2 ? sizedFramesFit(frames, 2) : countedFramesFit(frames)
}

/** The first byte holds the number of frames, whether their sizes are stored, and whether there is padding. */
function countedFramesFit(bytes: Uint8Array): boolean {
  const head = bytes[0]
  if (head === undefined) return false
  const frames = (head & 0x40) === 0 ? bytes.subarray(1) : withoutPadding(bytes.subarray(1))
  const count = head & 63
  if (frames === null) return false
  if ((head & 0x80) !== 0) return sizedFramesFit(frames, count)
  return frames.length % count === 0 && frames.length / count <= LONGEST_FRAME
}

/** Padding is at the end; its length comes first. 255 means 254 bytes and another length byte. */
function withoutPadding(bytes: Uint8Array): Uint8Array | null {
  let padding = 0
  let at = 0
  let more: number | undefined
  do {
    more = bytes[at++]
    if (more === undefined) return null
    padding += more === 255 ? 254 : more
  } while (more === 255)
  return at + padding <= bytes.length ? bytes.subarray(at, bytes.length - padding) : null
}

/** Each frame but the last stores its size in one byte, or in two from 252 on. The last one takes the rest. */
function sizedFramesFit(bytes: Uint8Array, count: number): boolean {
  let at = 0
  let sum = 0
  for (let frame = 1; frame < count; frame++) {
    const first = bytes[at++]
    if (first === undefined) return false
    const second = first < 252 ? 0 : bytes[at++]
    if (second === undefined) return false
    sum += first + 4 * second
  }
  const last = bytes.length - at - sum
  return last >= 0 && last <= LONGEST_FRAME
}
