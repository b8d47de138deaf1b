import { basePath } from './basePath.ts'

/** Returns the full URL of a page of this site, for sharing. */
export const absoluteAddress = (path: string): string => location.origin + basePath + path
