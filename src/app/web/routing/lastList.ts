import { currentAccountId } from '#browser/session/token.ts'
import { getItem, setItem } from '#browser/storage/storage.ts'
import { parseFileListSearch } from './fileListSearch.ts'
import type { FileListSearch } from './fileListSearch.ts'

const STORAGE_KEY = 'listBeside'

/**
 * Returns the list from which the open recording was opened. It is shown next to the recording. The URL of a recording does not
 * contain it (B§2), so it is stored in this tab for the signed-in user.
 */
export const getLastList = (): FileListSearch =>
  parseFileListSearch((getItem(STORAGE_KEY, storageOptions()) ?? {}) as Record<string, unknown>)

export const setLastList = (search: FileListSearch): void => setItem(STORAGE_KEY, search, storageOptions())

function storageOptions() {
  const owner = currentAccountId()
  return { area: 'session' as const, ...(owner && { owner }) }
}
