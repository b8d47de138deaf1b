import { type Bytes, MiB } from '#shared/units.ts'

/** Five hours with all words, printed with a line for each value, are smaller. */
export const MAX_TRANSCRIPT_BYTES: Bytes = 64 * MiB
