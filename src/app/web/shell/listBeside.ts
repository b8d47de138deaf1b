import { accountHere } from '#ui/accountHere.ts'
import { recall, store } from '#ui/storage.ts'
import { fileListSearch } from './fileListSearch.ts'
import type { FileListSearch } from './fileListSearch.ts'

const KEY = 'listBeside'

/**
 * The list that stands beside an open recording: the one it was opened from. The address of a recording does not say it
 * (B§2), so it is kept for this tab, and for whoever is signed in there.
 */
export const listBeside = (): FileListSearch => fileListSearch((recall(KEY, shelf()) ?? {}) as Record<string, unknown>)

export const keepListBeside = (search: FileListSearch): void => store(KEY, search, shelf())

function shelf() {
  const owner = accountHere()
  return { area: 'session' as const, ...(owner && { owner }) }
}
