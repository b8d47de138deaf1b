import { browserByteStore } from './browserByteStore.ts'
import { browserRowStore } from './browserRowStore.ts'
import type { UploadStorage } from './UploadStorage.ts'

/** The storage of uploads in this browser: rows in IndexedDB, bytes in OPFS. */
export const browserStorage: UploadStorage = { rows: browserRowStore, bytes: browserByteStore }
