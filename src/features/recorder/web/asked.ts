import { makeWatchers } from '#ui/makeWatchers.ts'

/** Somebody wants to record, into this folder. A new object each time, so that asking twice is heard twice. */
export type RecorderAsked = { readonly folderId: string | null }

/** Shows the way to a new recording, or the one that is under way. */
export function askToRecord(folderId: string | null): void {
  asked = { folderId }
  wakeRecorder()
}

/** Brings the recorder's code, for what an earlier visit left unfinished. */
export function wakeRecorder(): void {
  isAwake = true
  tellAll()
}

/** Closes what was asked for. */
export function forgetAsked(): void {
  asked = null
  tellAll()
}

export const recorderAsked = (): RecorderAsked | null => asked

/** Whether the recorder's code is wanted at all. */
export const isRecorderAwake = (): boolean => isAwake

let asked: RecorderAsked | null = null
let isAwake = false
const { watch, tellAll } = makeWatchers()

export const watchRecorder = watch
