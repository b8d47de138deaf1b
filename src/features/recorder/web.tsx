export { openRecorder, isRecorderActive, activateRecorder, subscribeToRecorder } from './web/openRequest.ts'
export { mayHaveRecoverable } from './web/engine/recoverableFlag.ts'

/** Loads the recorder with all its screens. It is mounted once, on every page. Its messages are in the namespace `recorder`. */
export const loadRecorder = async () => (await import('./web/AppRecorder.tsx')).AppRecorder

/** Loads the list of unfinished recordings of an earlier visit. It renders nothing when there are none. */
export const loadRecoverableRecordings = async () =>
  (await import('./web/recovery/AppRecoverableRecordings.tsx')).AppRecoverableRecordings

/** Deletes the audio this browser stores of a deleted account. */
export const removeRecordingsOf = async (account: string): Promise<void> =>
  (await import('./web/engine/recordingFiles.ts')).removeAllRecordings(account)
