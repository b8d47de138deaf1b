import { SCENES } from '#features/files/contract.ts'
import type { LibraryRow } from '#features/files/contract.ts'

export type Step = 'sample' | 'upload' | 'generate'
export type StepState = { step: Step; isDone: boolean; fileId?: string }

/** What is known of a new account. */
export type Beginnings = {
  files: readonly Pick<LibraryRow, 'id' | 'scene' | 'is_trans' | 'is_trash'>[]
  /** Minutes were used at least once. */
  hasTranscribed: boolean
  /** The sample was opened in this browser. */
  hasReadSample: boolean
}

/**
 * The first steps of an account, in order: read the sample where there is one, bring in a recording, have it written down. Empty
 * once the last two are done: who works with Earshot needs no list, read or not.
 */
export function firstSteps({ files, hasTranscribed, hasReadSample }: Beginnings): readonly StepState[] {
  const own = files.filter(({ scene }) => scene !== SCENES.welcomeNote)
  const sample = files.find(({ scene, is_trash }) => scene === SCENES.welcomeNote && !is_trash)
  // What was deleted for good has been there all the same.
  const hasUploaded = own.length > 0 || hasTranscribed
  const hasText = own.some(({ is_trans }) => is_trans) || hasTranscribed
  if (hasUploaded && hasText) return []
  const upload = own.find(({ is_trash }) => !is_trash)
  return [
    ...(sample ? [{ step: 'sample', isDone: hasReadSample, fileId: sample.id } as const] : []),
    { step: 'upload', isDone: hasUploaded },
    { step: 'generate', isDone: hasText, ...(upload && { fileId: upload.id }) },
  ]
}
