/**
 * Returns true where the browser supports the origin private file system (OPFS). Not on plain http and in some private windows.
 */
export const supportsOpfs = (): boolean =>
  typeof navigator !== 'undefined' && typeof navigator.storage?.getDirectory === 'function'
