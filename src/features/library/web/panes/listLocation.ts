import { useMemo } from 'react'
import { useParams, useSearch } from '@tanstack/react-router'
import { currentAccountId } from '#browser/session/token.ts'
import { getItem, setItem, useStored } from '#browser/storage/storage.ts'
import { parseFileListSearch } from '../../rules.ts'
import type { FileListSearch } from '../../rules.ts'

export type ListLocation = {
  /** The open recording. */
  fileId: string | undefined
  /** The list on the page, or the one next to the open recording. It always has a folder or a category. */
  list: FileListSearch
}

/** Returns the recording and the list that the address shows. */
export function useListLocation(): ListLocation {
  const fileId = useParams({ from: '/main/files/file/$id', shouldThrow: false })?.id
  const shownList = useSearch({ from: '/main/files/file-list', shouldThrow: false })
  const lastList = useLastList()
  const list: FileListSearch = fileId === undefined ? (shownList ?? {}) : lastList
  return { fileId, list: list.tagId || list.categoryId ? list : { categoryId: 'allFiles' } }
}

const STORAGE_KEY = 'listBeside'

/**
 * Returns the list from which the open recording was opened. It is shown next to the recording. The URL of a recording does not
 * contain it (B§2), so it is stored in this tab for the signed-in user.
 */
export const getLastList = (): FileListSearch =>
  parseFileListSearch((getItem(STORAGE_KEY, storageOptions()) ?? {}) as Record<string, unknown>)

/** Returns the list next to the open recording. Renders again when it changes. */
export function useLastList(): FileListSearch {
  const text = useStored(() => JSON.stringify(getLastList()))
  return useMemo(() => JSON.parse(text) as FileListSearch, [text])
}

export const setLastList = (search: FileListSearch): void => setItem(STORAGE_KEY, search, storageOptions())

function storageOptions() {
  const owner = currentAccountId()
  return { area: 'session' as const, ...(owner && { owner }) }
}
