import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { LibraryRow } from '../contract.ts'
import type { FileListHandle } from './FileListProps.ts'
import type { FileListPaneProps } from './FileListPaneProps.ts'
import { useListFilter } from './listFilter.ts'
import { useListActs } from './useListActs.ts'
import { usePlaces } from './useListKeys.ts'
import type { ListLayout } from './useListLayout.ts'
import { useListSort } from './useListSort.ts'
import { useSelection } from './useSelection.ts'
import { useSelectionKeys } from './useSelectionKeys.ts'
import { useShelfCount } from './useShelfCount.ts'
import type { useShelfOrder } from './useShelfOrder.ts'

type Rows = readonly LibraryRow[]

export type ShelfListProps = FileListPaneProps & {
  layout: ListLayout
  title: string
  /** The shelf as it has been read. */
  order: Omit<ReturnType<typeof useShelfOrder>, 'files' | 'found'> & { files: Rows; found: Rows }
}

/** What of the list takes the focus, and what it stands in. */
export type ShelfRefs = {
  pane: RefObject<HTMLDivElement | null>
  list: RefObject<FileListHandle | null>
  heading: RefObject<HTMLHeadingElement | null>
}

export type ShelfView = ReturnType<typeof useShelfView>

/** What a list of recordings knows and does: which rows are chosen, what the keys and the buttons do to them, what stands where. */
export function useShelfView(props: ShelfListProps, { pane, list, heading }: ShelfRefs) {
  const { layout, order, selectedId: openId, tagId, categoryId } = props
  const { library, files, found } = order
  const isTrash = tagId === undefined && categoryId === 'trash'
  const [query, setQuery] = useListFilter(props)
  const places = usePlaces(found)
  const selection = useSelection(files, { files: found, places })
  const acts = useListActs({
    files,
    selection,
    openId,
    mayMove: props.moveItems !== undefined && !isTrash,
    focusList: () => list.current?.focus(),
  })
  const hear = useSelectionKeys({ pane, selection, onDiscard: () => void acts.discard(), onMove: () => acts.move() })
  const counted = useShelfCount(props)
  useFocusWhenEmptied(heading, files.length === 0)
  const [{ by, isDescending }] = useListSort()
  const foldersOf = isTrash || tagId !== undefined ? undefined : props.foldersOf
  const count = library.isWhole ? files.length : counted
  const isEmpty = files.length === 0 && (library.isWhole || count === 0)
  // How many of those chosen the filter shows.
  const shown = acts.chosen.length === 0 ? 0 : acts.chosen.filter(({ id }) => places.has(id)).length
  return {
    ...{ query, setQuery, places, selection, acts, hear, count, isEmpty, isTrash, foldersOf, shown },
    isWide: layout === 'columns',
    isSelecting: selection.isSelecting && !isEmpty,
    isFiltered: query.trim() !== '',
    isAll: shown === found.length,
    hasExtra: isTrash || foldersOf !== undefined,
    orderName: `${by} ${isDescending} ${query}`,
  }
}

/** The last row takes the focus with it: what goes on there is the name of the shelf. */
function useFocusWhenEmptied(heading: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  const was = useRef(true)
  useEffect(() => {
    if (isEmpty && !was.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    was.current = isEmpty
  }, [heading, isEmpty])
}
