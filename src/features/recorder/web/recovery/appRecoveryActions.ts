import { discardRecoverable, finishRecoverable, readRecoverableAudio, listRecoverable } from '../engine/recoverableRecordings.ts'
import type { RecoveryActions } from './useRecoverableRecordings.ts'

/** The unfinished recordings of this account, in this browser and on the server. */
export const appRecoveryActions: RecoveryActions = {
  list: listRecoverable,
  finish: finishRecoverable,
  discard: discardRecoverable,
  sound: readRecoverableAudio,
}
