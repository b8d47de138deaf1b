import { SCENES } from '#features/files/contract.ts'
import type { LibraryRow } from '#features/files/contract.ts'

export type Step = 'sample' | 'upload' | 'generate'
export type StepState = { step: Step; isDone: boolean; fileId?: string }

/** The state of a new account. */
export type Beginnings = {
  files: readonly Pick<LibraryRow, 'id' | 'scene' | 'is_trans' | 'is_trash'>[]
  /** True when minutes were used at least once. */
  hasTranscribed: boolean
  /** True when the sample was opened in this browser. */
  hasReadSample: boolean
}

/**
 * Returns the first steps of an account in order: read the sample if there is one, upload a recording, transcribe it. Empty once
 * the last two are done, even if the sample is unread.
 */
export function firstSteps({ files, hasTranscribed, hasReadSample }: Beginnings): readonly StepState[] {
  const own = files.filter(({ scene }) => scene !== SCENES.welcomeNote)
  const sample = files.find(({ scene, is_trash }) => scene === SCENES.welcomeNote && !is_trash)
  // A recording that was deleted permanently still counts as uploaded.
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
