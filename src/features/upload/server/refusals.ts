import { BlobError } from '#platform/blobs/blobs.ts'
import type { SoundError } from '#platform/sound/sound.ts'

const OF_SOUND = {
  'not-sound': 'notSound',
  empty: 'notSound',
  damaged: 'notSound',
  'too-short': 'tooShort',
  'too-long': 'tooLong',
} as const

/** Maps an error of reading the audio to a refusal. */
export const refusalOfSound = (error: SoundError) => OF_SOUND[error.kind]

const OF_PARTS = {
  'part-missing': 'partMissing',
  'part-changed': 'partChanged',
  'parts-swapped': 'partsSwapped',
  'part-twice': 'partTwice',
  'part-extra': 'partExtra',
  'part-too-small': 'partTooSmall',
  'too-few-bytes': 'tooFewBytes',
  'too-many-bytes': 'tooManyBytes',
} as const

/** Maps an error about the listed parts to a refusal with details. Returns null for other errors. */
export function refusalOfParts(error: unknown) {
  if (!(error instanceof BlobError)) return null
  if (error.kind === 'merged-otherwise') return { name: 'mergedOtherwise' } as const
  const name = error.kind in OF_PARTS ? OF_PARTS[error.kind as keyof typeof OF_PARTS] : null
  return name && error.parts ? { name, details: { ...error.parts } } : null
}

/** Maps a BlobError to a refusal. Throws any other error again. */
export function refusalOfBlob(error: unknown): 'uploadGone' | 'tooLarge' | 'noRoom' {
  if (!(error instanceof BlobError)) throw error
  if (error.kind === 'no-room') return 'noRoom'
  return error.kind === 'too-large' ? 'tooLarge' : 'uploadGone'
}
