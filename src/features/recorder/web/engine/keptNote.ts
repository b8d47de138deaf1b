import { NoExpiration, forget, recall, store } from '#ui/storage.ts'

const KEY = 'recordings_kept'

/** True when this browser may have an unfinished recording. Reads only a flag; no code is loaded. */
export const mayHaveKept = (): boolean => recall(KEY) === true

/** Set before a recording is stored, and cleared when none is left. */
export const noteKept = (kept: boolean): void => (kept ? store(KEY, true, { lifetime: NoExpiration }) : forget(KEY))
