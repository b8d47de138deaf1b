import type { Millis } from '#kit/units.ts'
import { SPEECH_RATE } from '#platform/sound/sound.ts'

/** Milliseconds from the start of the recording to a sample, rounded down: who goes on from there misses nothing. */
export const millisAt = (sample: number): Millis => Math.floor((sample * 1000) / SPEECH_RATE)

/** The sample at a moment of the recording. */
export const sampleAt = (moment: Millis): number => Math.round((moment * SPEECH_RATE) / 1000)
