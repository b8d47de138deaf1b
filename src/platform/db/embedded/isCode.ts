/** Whether an error carries one of these system codes (`ENOENT`, `EEXIST`, …) or SQLSTATEs. */
export const isCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
