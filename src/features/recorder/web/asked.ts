import { makeWatchers } from '#ui/makeWatchers.ts'

/** A request to record into this folder. Each request is a new object, so that repeated ones are noticed. */
export type RecorderAsked = { readonly folderId: string | null }

/** Opens the start dialog, or the full view of the running recording. */
export function askToRecord(folderId: string | null): void {
  asked = { folderId }
  wakeRecorder()
}

/** Loads the recorder, for unfinished recordings of an earlier visit. */
export function wakeRecorder(): void {
  isAwake = true
  tellAll()
}

/** Closes what was requested. */
export function forgetAsked(): void {
  asked = null
  tellAll()
}

export const recorderAsked = (): RecorderAsked | null => asked

/** Whether the recorder has been requested, so that its code is needed. */
export const isRecorderAwake = (): boolean => isAwake

let asked: RecorderAsked | null = null
let isAwake = false
const { watch, tellAll } = makeWatchers()

export const watchRecorder = watch
