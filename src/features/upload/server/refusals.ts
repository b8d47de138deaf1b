import { BlobError } from '#platform/blobs/blobs.ts'
import type { SoundError } from '#platform/sound/sound.ts'

const OF_SOUND = {
  'not-sound': 'notSound',
  empty: 'notSound',
  damaged: 'notSound',
  'too-short': 'tooShort',
  'too-long': 'tooLong',
} as const

/** What is said of bytes that are no recording. */
export const refusalOfSound = (error: SoundError) => OF_SOUND[error.kind]

/** What is said when bytes could not be taken; anything that is no BlobError is thrown on. */
export function refusalOfBlob(error: unknown): 'uploadGone' | 'tooLarge' | 'noRoom' {
  if (!(error instanceof BlobError)) throw error
  if (error.kind === 'no-room') return 'noRoom'
  return error.kind === 'too-large' ? 'tooLarge' : 'uploadGone'
}
