import { NoExpiration, forget, recall, store } from '#ui/storage.ts'

const KEY = 'recordings_kept'

/** True when this browser may hold a recording that is not finished. Cheap: nothing is loaded or asked. */
export const mayHaveKept = (): boolean => recall(KEY) === true

/** Told before anything is kept, and when nothing is any more. */
export const noteKept = (kept: boolean): void => (kept ? store(KEY, true, { lifetime: NoExpiration }) : forget(KEY))
