import type { Millis } from '#shared/units.ts'

/** A span in which a speaker speaks, in ms. Turns of different speakers may overlap. */
export type SpeakerTurn = { readonly start: Millis; readonly end: Millis; readonly speaker: number }

/** A speaker's voice. */
export type DiarizedSpeaker = {
  /** A unit vector of 256 values; empty when the speaker never speaks alone. */
  readonly embedding: Float32Array
  /** Seconds in which the speaker speaks alone, from which the embedding is computed. */
  readonly clearSeconds: number
}

/** Who speaks when. Speakers are numbered from 0 in the order of their first turns. */
export type Diarization = { readonly turns: readonly SpeakerTurn[]; readonly speakers: readonly DiarizedSpeaker[] }

export type DiarizeOptions = {
  /** Maximum number of speakers; undefined to detect it. */
  readonly atMost?: number | undefined
  /** The file name, for the log and for the scripted engine of the tests. */
  readonly label?: string
  readonly signal: AbortSignal
  readonly onProgress?: (progress: { readonly done: Millis }) => void
}
