export { askToRecord, isRecorderAwake, wakeRecorder, watchRecorder } from './web/asked.ts'
export { mayHaveKept } from './web/engine/keptNote.ts'

/** Loads the recorder with all its screens. It is mounted once, on every page. Its messages are in the namespace `recorder`. */
export const loadRecorder = async () => (await import('./web/AppRecorder.tsx')).AppRecorder

/** Loads the list of unfinished recordings of an earlier visit. It renders nothing when there are none. */
export const loadKeptRecordings = async () => (await import('./web/AppKept.tsx')).AppKept

/** Deletes the audio this browser stores of a deleted account. */
export const forgetRecordingsOf = async (account: string): Promise<void> =>
  (await import('./web/engine/keptFolder.ts')).removeAllKept(account)
