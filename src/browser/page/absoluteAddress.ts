import { basePath } from './basePath.ts'

/** Returns the address of a page of this site, as one sends it to somebody. */
export const absoluteAddress = (path: string): string => location.origin + basePath + path
