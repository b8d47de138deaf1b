import { useRef, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { ListView } from '#features/files/rules.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { listViewKey, useListRows } from '../order/useListRows.ts'
import { columnWidths, columnsOf } from '../rows/columns.tsx'
import type { ListLayout } from '../rows/rowProps.ts'
import { ListHeader } from '../toolbar/ListHeader.tsx'
import { ListSkeleton } from './ListLoading.tsx'
import { RecordingList } from './RecordingList.tsx'
import { TrashNotice } from './TrashNotice.tsx'
import { useListTitle } from './useListTitle.ts'

export type FileListPaneProps = {
  listView: ListView
  /** The recording open beside the list. */
  openId?: string | undefined
}

/** The list of recordings (B§2 /file-list): two lines per row beside an open recording, columns when it has enough width. */
export function FileListPane(props: FileListPaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  const layout = useListLayout(pane, props.openId === undefined)
  return (
    <div ref={pane} className="@container h-full min-h-0" style={columnWidths(columnsOf(props.listView))}>
      {/* Another list starts at its top with an empty selection. */}
      {layout && <ListPane key={listViewKey(props.listView)} {...props} layout={layout} />}
    </div>
  )
}

function ListPane(props: FileListPaneProps & { layout: ListLayout }) {
  const t = useTranslations('files')
  const { listView, openId, layout } = props
  const order = useListRows(listView)
  const title = useListTitle(listView)
  const heading = useRef<HTMLHeadingElement>(null)
  const { library, files, found } = order
  if (files && found) return <RecordingList {...props} title={title} order={{ ...order, files, found }} />
  const isTrash = listView.tagId === undefined && listView.categoryId === 'trash'
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ListHeader
        title={title}
        isPageHeading={openId === undefined}
        count={undefined}
        listView={listView}
        isColumns={layout === 'columns'}
        onStartSelecting={undefined}
        heading={heading}
      />
      {isTrash && !library.isError && <TrashNotice />}
      {library.isError ? (
        <ErrorState
          title={t('list_failed')}
          error={library.error}
          onRetry={() => void library.refetch()}
          retrying={library.isFetching}
        />
      ) : (
        <ListSkeleton layout={layout} />
      )}
    </div>
  )
}

/** Minimum width of the list for columns, in CSS pixels. */
const COLUMNS_MIN_WIDTH = 760

/**
 * Returns the layout for the width of the list. It is measured before painting, and again when the element beside the list
 * changes (`besideKey`), so that no frame shows the wrong layout. Undefined before the first measurement: rows of the wrong layout
 * take time to render, and browsers count their change as a layout shift.
 */
function useListLayout(pane: RefObject<HTMLElement | null>, besideKey: unknown): ListLayout | undefined {
  const [layout, setLayout] = useState<ListLayout>()
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return undefined
    // A hidden list has no width and keeps its layout.
    const applyWidth = (width: number) =>
      setLayout((previous = 'lines') => (width === 0 ? previous : width >= COLUMNS_MIN_WIDTH ? 'columns' : 'lines'))
    applyWidth(element.clientWidth)
    if (typeof ResizeObserver === 'undefined') return undefined
    const sizes = new ResizeObserver(([entry]) => entry && applyWidth(entry.contentRect.width))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [pane, besideKey])
  return layout
}
