import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { SCENES } from '#features/files/contract.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { isSource } from '#features/files/rules.ts'
import type { ListView } from '#features/files/rules.ts'
import type { FileListHandle, ListLayout } from '../rows/rowProps.ts'
import { useListFilter } from '../order/useListRows.ts'
import { useCounts } from '#features/files/web.tsx'
import type { useLibrary } from '#features/files/web.tsx'
import { useListActions } from './useListActions.ts'
import { useIndexById } from '../rows/useListKeys.ts'
import { useListSort } from '../order/listSort.ts'
import { useSelection, useSelectionKeys } from '../selection/useSelection.ts'

type Rows = readonly LibraryRow[]

export type RecordingListProps = {
  listView: ListView
  /** The recording open beside the list. */
  openId?: string | undefined
  layout: ListLayout
  title: string
  /** The loaded rows of the list. */
  order: { library: ReturnType<typeof useLibrary>; files: Rows; found: Rows; isSorting: boolean }
}

/** The focusable parts of the list, and the element that contains them. */
export type RecordingListRefs = {
  pane: RefObject<HTMLDivElement | null>
  list: RefObject<FileListHandle | null>
  heading: RefObject<HTMLHeadingElement | null>
}

export type RecordingListState = ReturnType<typeof useRecordingList>

/** Returns the state and the actions of a list of recordings: selection, keys, buttons and what is shown. */
export function useRecordingList(props: RecordingListProps, { pane, list, heading }: RecordingListRefs) {
  const { layout, order, openId, listView } = props
  const { library, files, found } = order
  const isTrash = listView.tagId === undefined && listView.categoryId === 'trash'
  const [query, setQuery] = useListFilter(listView)
  const indexById = useIndexById(found)
  const selection = useSelection(files, { files: found, indexById })
  const actions = useListActions({
    files,
    selection,
    openId,
    canMove: !isTrash,
    focusList: () => list.current?.focus(),
    isFocusElsewhere: () => document.activeElement !== document.body && !pane.current?.contains(document.activeElement),
  })
  const handleKeyDown = useSelectionKeys({
    pane,
    selection,
    onDiscard: () => void actions.discard(),
    onMove: () => actions.move(),
  })
  const serverCount = useListCount(listView)
  useFocusWhenEmptied(heading, files.length === 0)
  const [{ by, isDescending }] = useListSort()
  const count = library.isWhole ? files.length : serverCount
  const isEmpty = files.length === 0 && (library.isWhole || count === 0)
  // Number of selected recordings that the filter shows.
  const shownCount = actions.selectedFiles.length === 0 ? 0 : actions.selectedFiles.filter(({ id }) => indexById.has(id)).length
  return {
    query,
    setQuery,
    indexById,
    selection,
    actions,
    handleKeyDown,
    count,
    isEmpty,
    isTrash,
    shownCount,
    isWide: layout === 'columns',
    isSelecting: selection.isSelecting && !isEmpty,
    isFiltered: query.trim() !== '',
    isAll: shownCount === found.length,
    orderKey: `${by} ${isDescending} ${query}`,
  }
}

/** Returns the number of recordings in a list as counted by the server; undefined until it is known. */
function useListCount({ tagId, categoryId }: ListView): number | undefined {
  const { isKnown, all, unorganized, trash, byFolder, byScene } = useCounts()
  if (!isKnown) return undefined
  if (tagId !== undefined) return byFolder.get(tagId) ?? 0
  if (categoryId === 'unorganized') return unorganized
  if (categoryId === 'trash') return trash
  return isSource(categoryId) ? (byScene.get(SCENES[categoryId]) ?? 0) : all
}

/** Focuses the heading of the list when its last row is removed. */
function useFocusWhenEmptied(heading: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  const wasEmpty = useRef(true)
  useEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    wasEmpty.current = isEmpty
  }, [heading, isEmpty])
}
