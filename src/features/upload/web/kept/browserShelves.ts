import { browserByteStore } from './browserBytes.ts'
import { browserRowStore } from './browserRows.ts'
import type { UploadStorage } from './Kept.ts'

/** The storage of uploads in this browser: rows in IndexedDB, bytes in OPFS. */
export const browserStorage: UploadStorage = { rows: browserRowStore, bytes: browserByteStore }
