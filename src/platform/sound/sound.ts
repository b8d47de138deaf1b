import type { Bytes, Millis } from '#kit/units.ts'

/** The kind of an audio file, detected from its bytes and never from its name. */
export type SoundKind = 'mp3' | 'wav' | 'ogg-opus' | 'asr'

export type Probe = {
  readonly kind: SoundKind
  readonly duration: Millis
  readonly sampleRate: number
  readonly channels: number
  /** Bits per second when every frame has the same rate (CBR), otherwise null. Always null except for MP3. */
  readonly constantBitrate: number | null
  readonly bytes: Bytes
}

export type SoundErrorKind = 'not-sound' | 'empty' | 'damaged' | 'too-short' | 'too-long'

/** The bytes are not usable audio. `message` says why in one plain sentence. */
export class SoundError extends Error {
  readonly kind: SoundErrorKind
  constructor(kind: SoundErrorKind, says: string) {
    super(says)
    this.name = 'SoundError'
    this.kind = kind
  }
}

/** Sample rate of all audio for speech engines (B§9). */
export const SPEECH_RATE = 16_000

/** Returns the time of a sample in ms from the start of the recording, rounded down, so that resuming there skips nothing. */
export const millisAt = (sample: number): Millis => Math.floor((sample * 1000) / SPEECH_RATE)

/** Returns the sample at a time of the recording. */
export const sampleAt = (moment: Millis): number => Math.round((moment * SPEECH_RATE) / 1000)
