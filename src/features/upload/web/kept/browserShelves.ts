import { browserBytes } from './browserBytes.ts'
import { browserRows } from './browserRows.ts'
import type { Shelves } from './Kept.ts'

/** The storage of uploads in this browser: rows in IndexedDB, bytes in OPFS. */
export const browserShelves: Shelves = { rows: browserRows, bytes: browserBytes }
