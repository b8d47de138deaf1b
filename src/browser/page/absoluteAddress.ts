import { basePath } from './basePath.ts'

/** Returns the address of a page of this site, as it is sent to other people. */
export const absoluteAddress = (path: string): string => location.origin + basePath + path
