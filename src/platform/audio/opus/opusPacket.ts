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
  return samples <= MAX_PACKET_SAMPLES ? samples : 0
}

/** 120 ms. */
const MAX_PACKET_SAMPLES = 5760

/** Maximum size of a frame in a packet (RFC 6716 §3.2.1). */
const MAX_FRAME_BYTES = 1275

/**
 * True when the frames of a packet are laid out as RFC 6716 §3.4 requires, so that the decoder accepts it. The audio may still be
 * noise: any bits decode to something.
 */
export function isOpusPacket(packet: Uint8Array): boolean {
  if (opusPacketSamples(packet) === 0) return false
  const frames = packet.subarray(1)
  const code = packet[0]! & 3
  if (code === 0) return frames.length <= MAX_FRAME_BYTES
  if (code === 1) return frames.length % 2 === 0 && frames.length / 2 <= MAX_FRAME_BYTES
  return code === 2 ? areSizedFramesValid(frames, 2) : areCountedFramesValid(frames)
}

/** The first byte holds the number of frames, whether their sizes are stored, and whether there is padding. */
function areCountedFramesValid(bytes: Uint8Array): boolean {
  const header = bytes[0]
  if (header === undefined) return false
  const frames = (header & 0x40) === 0 ? bytes.subarray(1) : stripPadding(bytes.subarray(1))
  const count = header & 63
  if (frames === null) return false
  if ((header & 0x80) !== 0) return areSizedFramesValid(frames, count)
  return frames.length % count === 0 && frames.length / count <= MAX_FRAME_BYTES
}

/** Padding is at the end; its length comes first. 255 means 254 bytes and another length byte. */
function stripPadding(bytes: Uint8Array): Uint8Array | null {
  let padding = 0
  let offset = 0
  let lengthByte: number | undefined
  do {
    lengthByte = bytes[offset++]
    if (lengthByte === undefined) return null
    padding += lengthByte === 255 ? 254 : lengthByte
  } while (lengthByte === 255)
  return offset + padding <= bytes.length ? bytes.subarray(offset, bytes.length - padding) : null
}

/** Each frame but the last stores its size in one byte, or in two from 252 on. The last one takes the rest. */
function areSizedFramesValid(bytes: Uint8Array, count: number): boolean {
  let offset = 0
  let sum = 0
  for (let frame = 1; frame < count; frame++) {
    const first = bytes[offset++]
    if (first === undefined) return false
    const second = first < 252 ? 0 : bytes[offset++]
    if (second === undefined) return false
    sum += first + 4 * second
  }
  const last = bytes.length - offset - sum
  return last >= 0 && last <= MAX_FRAME_BYTES
}
