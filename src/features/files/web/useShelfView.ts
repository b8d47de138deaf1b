import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { SCENES } from '../contract.ts'
import type { LibraryRow } from '../contract.ts'
import { isSource } from '../rules.ts'
import type { Shelf } from '../rules.ts'
import type { FileListHandle } from './FileListProps.ts'
import type { FileListPaneProps } from './FileListPaneProps.ts'
import { useListFilter } from './listFilter.ts'
import { useCounts } from './useCounts.ts'
import { useListActs } from './useListActs.ts'
import { usePlaces } from './useListKeys.ts'
import type { ListLayout } from './useListLayout.ts'
import { useListSort } from './useListSort.ts'
import { useSelection } from './useSelection.ts'
import { useSelectionKeys } from './useSelectionKeys.ts'
import type { useShelfOrder } from './useShelfOrder.ts'

type Rows = readonly LibraryRow[]

export type ShelfListProps = FileListPaneProps & {
  layout: ListLayout
  title: string
  /** The loaded rows of the list. */
  order: Omit<ReturnType<typeof useShelfOrder>, 'files' | 'found'> & { files: Rows; found: Rows }
}

/** The focusable parts of the list, and the element that contains them. */
export type ShelfRefs = {
  pane: RefObject<HTMLDivElement | null>
  list: RefObject<FileListHandle | null>
  heading: RefObject<HTMLHeadingElement | null>
}

export type ShelfView = ReturnType<typeof useShelfView>

/** Returns the state and the actions of a list of recordings: selection, keys, buttons and what is shown. */
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
  // Number of selected recordings that the filter shows.
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

/** Returns the number of recordings in a list as counted by the server; undefined until it is known. */
function useShelfCount({ tagId, categoryId }: Shelf): number | undefined {
  const { isKnown, all, unorganized, trash, byFolder, byScene } = useCounts()
  if (!isKnown) return undefined
  if (tagId !== undefined) return byFolder.get(tagId) ?? 0
  if (categoryId === 'unorganized') return unorganized
  if (categoryId === 'trash') return trash
  return isSource(categoryId) ? (byScene.get(SCENES[categoryId]) ?? 0) : all
}

/** Focuses the heading of the list when its last row is removed. */
function useFocusWhenEmptied(heading: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  const was = useRef(true)
  useEffect(() => {
    if (isEmpty && !was.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    was.current = isEmpty
  }, [heading, isEmpty])
}
