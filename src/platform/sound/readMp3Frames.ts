import { isTagFrame, LONGEST_FRAME, readMp3Header } from './readMp3Header.ts'
import type { Mp3Header } from './readMp3Header.ts'
import { readAt, sizeOf, streamFrom } from './SoundSource.ts'
import type { SoundSource } from './SoundSource.ts'
import { SoundError } from './sound.ts'

export type Mp3Frame = { readonly header: Mp3Header; readonly bytes: Uint8Array }

/** The first frame must begin within this many bytes after the tags. */
const MOST_JUNK_BEFORE = 256 * 1024
/** Maximum number of junk bytes in a file. Every byte that may start a frame has to be checked, which takes time. */
const MOST_JUNK = 32 * 1024 * 1024
/** Players and taggers write one or two tags. A file of empty tags would take hours to read. */
const MOST_TAGS = 16
/** Consecutive frames that confirm the first one. Two random bytes look like a header too often. */
const CREDIBLE_RUN = 3

/**
 * Yields the frames of an MP3 in order, in batches, each checked against its neighbour. Skips tags, junk between frames, the
 * encoder's tag frame and an incomplete last frame, so the result is exactly what is audible.
 *
 * Throws AudioError 'not-sound' when no run of frames is found, 'damaged' when the sample rate changes or most of the file is not
 * audio.
 */
export async function* readMp3Frames(source: SoundSource): AsyncGenerator<Mp3Frame[]> {
  const size = await sizeOf(source)
  const start = await skipId3(source, size)
  const cutter = new FrameCutter()
  for await (const piece of streamFrom(source, start, size)) yield cutter.take(piece, false)
  yield cutter.take(new Uint8Array(0), true)
  if (cutter.frames === 0) throw new SoundError('not-sound', 'This file holds no MP3 sound.')
}

/** Returns the offset of the audio after the ID3v2 tags, which may contain images of several megabytes. */
async function skipId3(source: SoundSource, size: number): Promise<number> {
  let at = 0
  for (let tags = 0; at + 10 <= size && tags < MOST_TAGS; tags++) {
    const tag = await readAt(source, at, 10)
    if (tag.toString('latin1', 0, 3) !== 'ID3') break
    const length = (tag[6]! << 21) | (tag[7]! << 14) | (tag[8]! << 7) | tag[9]!
    const footer = (tag[5]! & 0x10) === 0 ? 0 : 10
    at += 10 + length + footer
  }
  return at
}

/** Splits a stream of bytes into frames. Keeps bytes that may be the beginning of the next frame. */
class FrameCutter {
  frames = 0
  #held: Buffer = Buffer.alloc(0)
  #first: Mp3Header | null = null
  #junk = 0
  #junkInAll = 0

  take(piece: Uint8Array, last: boolean): Mp3Frame[] {
    const bytes = Buffer.concat([this.#held, piece])
    const ahead = CREDIBLE_RUN * LONGEST_FRAME + 4
    const stop = last ? bytes.length : bytes.length - ahead
    const batch: Mp3Frame[] = []
    let at = 0
    while (at < stop) {
      const header = this.#frameAt(bytes, at)
      if (header === null) {
        at = this.#skipJunk(bytes, at, stop)
        continue
      }
      const frame = bytes.subarray(at, at + header.length)
      at += header.length
      if (this.frames++ > 0 || !isTagFrame(frame, header)) batch.push({ header, bytes: frame })
    }
    this.#held = Buffer.from(bytes.subarray(Math.min(at, bytes.length)))
    return batch
  }

  /** After a frame, the next one needs only a valid header. After junk, a run of frames must follow. */
  #frameAt(bytes: Buffer, at: number): Mp3Header | null {
    const header = readMp3Header(bytes, at)
    if (header === null || at + header.length > bytes.length) return null
    if (this.#first === null || this.#junk > 0) {
      if (!runBegins(bytes, at, header)) return null
      if (this.#first !== null && header.sampleRate !== this.#first.sampleRate)
        throw new SoundError('damaged', 'This MP3 changes its sample rate on the way.')
      this.#first ??= header
      this.#junk = 0
    }
    return header.sampleRate === this.#first.sampleRate && header.samples === this.#first.samples ? header : null
  }

  #skipJunk(bytes: Buffer, at: number, stop: number): number {
    const next = bytes.indexOf(0xff, at + 1)
    const to = next === -1 ? stop : Math.min(next, stop)
    this.#junk += to - at
    this.#junkInAll += to - at
    if (this.#junkInAll > MOST_JUNK) throw new SoundError('damaged', 'Too much of this MP3 is no sound.')
    if (this.#first === null && this.#junk > MOST_JUNK_BEFORE) throw new SoundError('not-sound', 'This file holds no MP3 sound.')
    return to
  }
}

/** True when a run of matching frames begins here, or as many as fit before the end. */
function runBegins(bytes: Buffer, at: number, header: Mp3Header): boolean {
  let next = at + header.length
  for (let n = 1; n < CREDIBLE_RUN; n++) {
    const other = readMp3Header(bytes, next)
    if (other === null) return n > 1 && endsCleanly(bytes, next)
    if (other.sampleRate !== header.sampleRate || other.samples !== header.samples) return false
    next += other.length
  }
  return true
}

/** True when only a tag or the rest of an incomplete frame follows the last frames. */
const endsCleanly = (bytes: Buffer, at: number): boolean =>
  at >= bytes.length - 4 || ['TAG', 'APE', '3DI'].includes(bytes.toString('latin1', at, at + 3))
