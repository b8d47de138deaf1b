import { createEmitter } from '#browser/events/createEmitter.ts'

/** A request to record into this folder. Each request is a new object, so that repeated ones are noticed. */
export type OpenRequest = { readonly folderId: string | null }

/** Opens the start dialog, or the full view of the running recording. */
export function openRecorder(folderId: string | null): void {
  openRequest = { folderId }
  activateRecorder()
}

/** Loads the recorder, for unfinished recordings of an earlier visit. */
export function activateRecorder(): void {
  isActive = true
  notifyAll()
}

/** Closes what was requested. */
export function clearOpenRequest(): void {
  openRequest = null
  notifyAll()
}

export const getOpenRequest = (): OpenRequest | null => openRequest

/** Whether the recorder has been requested, so that its code is needed. */
export const isRecorderActive = (): boolean => isActive

let openRequest: OpenRequest | null = null
let isActive = false
const { subscribe, emit: notifyAll } = createEmitter()

export const subscribeToRecorder = subscribe
