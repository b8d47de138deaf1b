export { askToRecord, isRecorderAwake, wakeRecorder, watchRecorder } from './web/asked.ts'
export { mayHaveKept } from './web/engine/keptNote.ts'

/** The recorder with all its screens; mounted once, on every page. Its words are those of the namespace `recorder`. */
export const loadRecorder = async () => (await import('./web/AppRecorder.tsx')).AppRecorder

/** A list of the recordings an earlier visit left unfinished; shows nothing where there is none. */
export const loadKeptRecordings = async () => (await import('./web/AppKept.tsx')).AppKept

/** Removes the sound this browser kept of an account which is no more. */
export const forgetRecordingsOf = async (account: string): Promise<void> =>
  (await import('./web/engine/keptFolder.ts')).removeAllKept(account)
