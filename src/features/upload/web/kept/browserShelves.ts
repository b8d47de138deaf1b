import { browserBytes } from './browserBytes.ts'
import { browserRows } from './browserRows.ts'
import type { Shelves } from './Kept.ts'

/** What this browser keeps of uploads: their rows in its database, their bytes on its disk. */
export const browserShelves: Shelves = { rows: browserRows, bytes: browserBytes }
