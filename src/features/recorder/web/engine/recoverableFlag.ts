import { NO_EXPIRATION, removeItem, getItem, setItem } from '#browser/storage/storage.ts'

const STORAGE_KEY = 'recordings_kept'

/** True when this browser may have an unfinished recording. Reads only a flag; no code is loaded. */
export const mayHaveRecoverable = (): boolean => getItem(STORAGE_KEY) === true

/** Set before a recording is stored, and cleared when none is left. */
export const setMayHaveRecoverable = (isSet: boolean): void =>
  isSet ? setItem(STORAGE_KEY, true, { lifetime: NO_EXPIRATION }) : removeItem(STORAGE_KEY)
