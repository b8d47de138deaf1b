import { createEmitter } from '#browser/events/createEmitter.ts'

/** The action that a user without a membership tried: one that requires a recorder, an upload, or a recording in the browser. */
export type BlockedAction = 'device' | 'upload' | 'record'

let blockedAction: BlockedAction | undefined
const { subscribe, emit } = createEmitter()

/** Shows the dialog that offers a recorder. Undefined closes it. */
export function setBlockedAction(action: BlockedAction | undefined): void {
  blockedAction = action
  emit()
}

export const getBlockedAction = (): BlockedAction | undefined => blockedAction

export const subscribeToBlockedAction = subscribe
