import { accountHere } from '#ui/accountHere.ts'
import { recall, store } from '#ui/storage.ts'
import { fileListSearch } from './fileListSearch.ts'
import type { FileListSearch } from './fileListSearch.ts'

const KEY = 'listBeside'

/**
 * Returns the list from which the open recording was opened. It is shown next to the recording. The URL of a recording does not
 * contain it (B§2), so it is stored in this tab for the signed-in user.
 */
export const listBeside = (): FileListSearch => fileListSearch((recall(KEY, shelf()) ?? {}) as Record<string, unknown>)

export const keepListBeside = (search: FileListSearch): void => store(KEY, search, shelf())

function shelf() {
  const owner = accountHere()
  return { area: 'session' as const, ...(owner && { owner }) }
}
