import { useEffect } from 'react'
import { SCENES } from '#features/files/contract.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

export type FirstStep = 'sample' | 'upload' | 'generate'
export type StepState = { step: FirstStep; isDone: boolean; fileId?: string }

/** The state of a new account. */
export type AccountProgress = {
  files: readonly Pick<LibraryRow, 'id' | 'scene' | 'is_trans' | 'is_trash'>[]
  /** True when minutes were used at least once. */
  hasTranscribed: boolean
  /** True when the sample was opened in this browser. */
  hasReadSample: boolean
  /** True while the sample is being created. */
  isSamplePending?: boolean
}

/** Returns true once a recording was uploaded and transcribed, even if the sample is unread. */
export const isOnboarded = (progress: AccountProgress): boolean =>
  getFirstSteps(progress).every(({ step, isDone }) => isDone || step === 'sample')

/** Returns the first steps of an account in order: read the sample if there is or will be one, upload a recording, transcribe it. */
export function getFirstSteps({
  files,
  hasTranscribed,
  hasReadSample,
  isSamplePending = false,
}: AccountProgress): readonly StepState[] {
  const ownFiles = files.filter(({ scene }) => scene !== SCENES.welcomeNote)
  const sample = files.find(({ scene, is_trash }) => scene === SCENES.welcomeNote && !is_trash)
  // A recording that was deleted permanently still counts as uploaded.
  const hasUploaded = ownFiles.length > 0 || hasTranscribed
  const hasText = ownFiles.some(({ is_trans }) => is_trans) || hasTranscribed
  const uploadedFile = ownFiles.find(({ is_trash }) => !is_trash)
  return [
    ...(sample || isSamplePending
      ? [{ step: 'sample', isDone: hasReadSample, ...(sample && { fileId: sample.id }) } as const]
      : []),
    { step: 'upload', isDone: hasUploaded },
    { step: 'generate', isDone: hasText, ...(uploadedFile && { fileId: uploadedFile.id }) },
  ]
}

const SAMPLE_READ_KEY = 'sample_read'

/** Returns true when this user has opened the sample recording in this browser. */
export const hasReadSample = (owner: string | undefined): boolean =>
  owner !== undefined && getItem(SAMPLE_READ_KEY, { owner }) === true

/** Stores that the sample was opened; ignores all other recordings. */
export function useMarkSampleRead(scene: number | undefined, owner: string | undefined): void {
  useEffect(() => {
    if (scene === SCENES.welcomeNote && owner !== undefined) setItem(SAMPLE_READ_KEY, true, { owner, lifetime: NO_EXPIRATION })
  }, [scene, owner])
}
