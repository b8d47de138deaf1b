import { create } from 'zustand'

/** A request to record into this folder. Each request is a new object, so that repeated ones are noticed. */
export type OpenRequest = { readonly folderId: string | null }

type RecorderRequest = {
  openRequest: OpenRequest | null
  /** Whether the recorder has been requested, so that its code is needed. */
  isActive: boolean
}

export const useRecorderRequest = create<RecorderRequest>(() => ({ openRequest: null, isActive: false }))

/** Opens the start dialog, or the full view of the running recording. */
export const openRecorder = (folderId: string | null): void =>
  useRecorderRequest.setState({ openRequest: { folderId }, isActive: true })

/** Loads the recorder, for unfinished recordings of an earlier visit. */
export const activateRecorder = (): void => useRecorderRequest.setState({ isActive: true })

/** Closes what was opened. */
export const clearOpenRequest = (): void => useRecorderRequest.setState({ openRequest: null })
