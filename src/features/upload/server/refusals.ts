import { BlobError } from '#platform/blobs/blobs.ts'
import type { AudioError } from '#platform/audio/audio.ts'

const REFUSAL_BY_AUDIO_ERROR = {
  'not-sound': 'notSound',
  empty: 'notSound',
  damaged: 'notSound',
  'too-short': 'tooShort',
  'too-long': 'tooLong',
} as const

/** Maps an error of reading the audio to a refusal. */
export const refusalOfAudioError = (error: AudioError) => REFUSAL_BY_AUDIO_ERROR[error.kind]

const REFUSAL_BY_PART_ERROR = {
  'part-missing': 'partMissing',
  'part-changed': 'partChanged',
  'parts-swapped': 'partsSwapped',
  'part-twice': 'partTwice',
  'part-extra': 'partExtra',
  'part-too-small': 'partTooSmall',
  'too-few-bytes': 'tooFewBytes',
  'too-many-bytes': 'tooManyBytes',
} as const

/** Maps an error of merging parts to a refusal, with details when it is about the listed parts. Throws any other error again. */
export function refusalOfMergeError(error: unknown) {
  if (!(error instanceof BlobError)) throw error
  if (error.kind === 'merged-otherwise') return { refused: 'mergedOtherwise' } as const
  const refused =
    error.kind in REFUSAL_BY_PART_ERROR ? REFUSAL_BY_PART_ERROR[error.kind as keyof typeof REFUSAL_BY_PART_ERROR] : null
  return refused && error.parts ? { refused, details: { ...error.parts } } : { refused: refusalOfBlobError(error) }
}

/** Maps a BlobError to a refusal. Throws any other error again. */
export function refusalOfBlobError(error: unknown): 'uploadExpired' | 'tooLarge' | 'noRoom' {
  if (!(error instanceof BlobError)) throw error
  if (error.kind === 'no-room') return 'noRoom'
  return error.kind === 'too-large' ? 'tooLarge' : 'uploadExpired'
}
