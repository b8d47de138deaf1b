import type { Bytes, Millis } from '#kit/units.ts'

/** What a file of sound really is, read from its bytes and never from its name. */
export type SoundKind = 'mp3' | 'wav' | 'ogg-opus' | 'asr'

export type Probe = {
  readonly kind: SoundKind
  readonly duration: Millis
  readonly sampleRate: number
  readonly channels: number
  /** Bits per second when every frame has the same rate (CBR), else null. Only MP3 has one. */
  readonly constantBitrate: number | null
  readonly bytes: Bytes
}

export type SoundErrorKind = 'not-sound' | 'empty' | 'damaged' | 'too-short' | 'too-long'

/** The bytes are not sound we can use; `message` says why in one plain sentence. */
export class SoundError extends Error {
  readonly kind: SoundErrorKind
  constructor(kind: SoundErrorKind, says: string) {
    super(says)
    this.name = 'SoundError'
    this.kind = kind
  }
}

/** Sample rate of everything that goes to speech engines (B§9). */
export const SPEECH_RATE = 16_000
