import { MAX_SPEAKER_SECONDS } from '#features/transcription/contract.ts'
import { type Millis, seconds } from '#shared/units.ts'

/** Whether the speakers of a recording of this length can be separated (B§5). */
export const canTellSpeakersApart = (duration: Millis): boolean => Math.floor(duration / seconds(1)) <= MAX_SPEAKER_SECONDS
