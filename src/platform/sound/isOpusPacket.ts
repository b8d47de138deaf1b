import { opusPacketSamples } from './opusPacketSamples.ts'

/** No frame within a packet is longer (RFC 6716 §3.2.1). */
const LONGEST_FRAME = 1275

/**
 * True when a packet keeps the rules of how frames lie in it (RFC 6716 §3.4), so that the decoder takes it. What sounds in
 * it is another matter: any bits decode to some sound.
 */
export function isOpusPacket(packet: Uint8Array): boolean {
  if (opusPacketSamples(packet) === 0) return false
  const frames = packet.subarray(1)
  const code = packet[0]! & 3
  if (code === 0) return frames.length <= LONGEST_FRAME
  if (code === 1) return frames.length % 2 === 0 && frames.length / 2 <= LONGEST_FRAME
  return code === 2 ? sizedFramesFit(frames, 2) : countedFramesFit(frames)
}

/** A byte tells how many frames follow, whether each but the last tells its size, and whether there is padding. */
function countedFramesFit(bytes: Uint8Array): boolean {
  const head = bytes[0]
  if (head === undefined) return false
  const frames = (head & 0x40) === 0 ? bytes.subarray(1) : withoutPadding(bytes.subarray(1))
  const count = head & 63
  if (frames === null) return false
  if ((head & 0x80) !== 0) return sizedFramesFit(frames, count)
  return frames.length % count === 0 && frames.length / count <= LONGEST_FRAME
}

/** Padding lies at the end; its length comes first, 255 meaning 254 and more to come. */
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

/** Each frame but the last tells its size in one byte or, from 252 on, in two; the last one takes the rest. */
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
