/**
 * Returns true where the browser supports the origin private file system (OPFS). Not on plain http and in some private windows.
 */
export const supportsOpfs = (): boolean =>
  typeof navigator !== 'undefined' && typeof navigator.storage?.getDirectory === 'function'

/** Returns true on phones and tablets, whose screens lock by themselves. */
export const isTouchDevice = (): boolean => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
