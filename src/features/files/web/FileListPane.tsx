import { useRef } from 'react'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useWords } from '#ui/words.ts'
import type { FileListPaneProps } from './FileListPaneProps.ts'
import { shelfKey } from './listFilter.ts'
import { ListHead } from './ListHead.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { ShelfList } from './ShelfList.tsx'
import { TrashNote } from './TrashNote.tsx'
import { useListLayout } from './useListLayout.ts'
import type { ListLayout } from './useListLayout.ts'
import { useShelfOrder } from './useShelfOrder.ts'
import { useShelfTitle } from './useShelfTitle.ts'

/** The list of recordings (B§2 /file-list): beside an open one in two lines a row, alone and with room for it in columns. */
export function FileListPane(props: FileListPaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  const layout = useListLayout(pane, props.selectedId === undefined)
  return (
    <div ref={pane} className="@container h-full min-h-0">
      {/* Another shelf begins at its top, with nothing chosen. */}
      {layout && <Shelf key={shelfKey(props)} {...props} layout={layout} />}
    </div>
  )
}

function Shelf(props: FileListPaneProps & { layout: ListLayout }) {
  const t = useWords('files')
  const order = useShelfOrder(props)
  const title = useShelfTitle(props)
  const heading = useRef<HTMLHeadingElement>(null)
  const { library, files, found } = order
  if (files && found) return <ShelfList {...props} title={title} order={{ ...order, files, found }} />
  const isTrash = props.tagId === undefined && props.categoryId === 'trash'
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ListHead
        title={title}
        isFirst={props.selectedId === undefined}
        count={undefined}
        isTrash={isTrash}
        onSelect={undefined}
        heading={heading}
      />
      {isTrash && !library.isError && <TrashNote trashDays={props.trashDays} onChangeRule={props.onTrashRule} />}
      {library.isError ? (
        <ErrorState
          title={t('list_failed')}
          error={library.error}
          onRetry={() => void library.refetch()}
          retrying={library.isFetching}
        />
      ) : (
        <ListSkeleton layout={props.layout} />
      )}
    </div>
  )
}
