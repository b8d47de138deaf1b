/** True where the browser keeps files for this origin (OPFS); pages over plain http and some private windows have none. */
export const hasDisk = (): boolean => typeof navigator !== 'undefined' && typeof navigator.storage?.getDirectory === 'function'
