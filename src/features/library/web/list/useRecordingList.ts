import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { SCENES } from '#features/files/contract.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { isSource } from '#features/files/rules.ts'
import type { ListView } from '#features/files/rules.ts'
import type { FileListHandle } from '../rows/FileListProps.ts'
import type { FileListPaneProps } from './FileListPaneProps.ts'
import { useListFilter } from '../order/listFilter.ts'
import { useCounts } from '#features/files/web.tsx'
import { useListActions } from './useListActions.ts'
import { useIndexById } from '../rows/useListKeys.ts'
import type { ListLayout } from './useListLayout.ts'
import { useListSort } from '../order/useListSort.ts'
import { useSelection } from '../selection/useSelection.ts'
import { useSelectionKeys } from '../selection/useSelectionKeys.ts'
import type { useListRows } from '../order/useListRows.ts'

type Rows = readonly LibraryRow[]

export type RecordingListProps = FileListPaneProps & {
  layout: ListLayout
  title: string
  /** The loaded rows of the list. */
  order: Omit<ReturnType<typeof useListRows>, 'files' | 'found'> & { files: Rows; found: Rows }
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
  const { layout, order, openId, tagId, categoryId } = props
  const { library, files, found } = order
  const isTrash = tagId === undefined && categoryId === 'trash'
  const [query, setQuery] = useListFilter(props)
  const indexById = useIndexById(found)
  const selection = useSelection(files, { files: found, indexById })
  const actions = useListActions({
    files,
    selection,
    openId,
    canMove: props.moveItems !== undefined && !isTrash,
    focusList: () => list.current?.focus(),
  })
  const handleKeyDown = useSelectionKeys({
    pane,
    selection,
    onDiscard: () => void actions.discard(),
    onMove: () => actions.move(),
  })
  const serverCount = useListCount(props)
  useFocusWhenEmptied(heading, files.length === 0)
  const [{ by, isDescending }] = useListSort()
  const renderFolders = isTrash || tagId !== undefined ? undefined : props.renderFolders
  const count = library.isWhole ? files.length : serverCount
  const isEmpty = files.length === 0 && (library.isWhole || count === 0)
  // Number of selected recordings that the filter shows.
  const shownCount = actions.selectedFiles.length === 0 ? 0 : actions.selectedFiles.filter(({ id }) => indexById.has(id)).length
  return {
    ...{
      query,
      setQuery,
      indexById,
      selection,
      actions,
      handleKeyDown,
      count,
      isEmpty,
      isTrash,
      renderFolders,
      shownCount,
    },
    isWide: layout === 'columns',
    isSelecting: selection.isSelecting && !isEmpty,
    isFiltered: query.trim() !== '',
    isAll: shownCount === found.length,
    hasExtra: isTrash || renderFolders !== undefined,
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
