import { useRef } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isSource } from '#features/files/rules.ts'
import type { ListView, Source } from '#features/files/rules.ts'
import type { FileListPaneProps } from './FileListPaneProps.ts'
import { listViewKey } from '../order/listFilter.ts'
import { ListHeader } from '../toolbar/ListHeader.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { RecordingList } from './RecordingList.tsx'
import { TrashNotice } from './TrashNotice.tsx'
import { useListLayout } from './useListLayout.ts'
import type { ListLayout } from './useListLayout.ts'
import { useListRows } from '../order/useListRows.ts'

/** The list of recordings (B§2 /file-list): two lines per row beside an open recording, columns when it has enough width. */
export function FileListPane(props: FileListPaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  const layout = useListLayout(pane, props.openId === undefined)
  return (
    <div ref={pane} className="@container h-full min-h-0">
      {/* Another list starts at its top with an empty selection. */}
      {layout && <ListPane key={listViewKey(props)} {...props} layout={layout} />}
    </div>
  )
}

function ListPane(props: FileListPaneProps & { layout: ListLayout }) {
  const t = useTranslations('files')
  const order = useListRows(props)
  const title = useListTitle(props)
  const heading = useRef<HTMLHeadingElement>(null)
  const { library, files, found } = order
  if (files && found) return <RecordingList {...props} title={title} order={{ ...order, files, found }} />
  const isTrash = props.tagId === undefined && props.categoryId === 'trash'
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ListHeader
        title={title}
        isPageHeading={props.openId === undefined}
        count={undefined}
        isTrash={isTrash}
        onStartSelecting={undefined}
        heading={heading}
      />
      {isTrash && !library.isError && <TrashNotice trashDays={props.trashDays} onChangeRule={props.onChangeTrashRule} />}
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

/** Returns the title of a list. The title of a folder is passed in, because only the folders feature knows it. */
function useListTitle({ tagId, categoryId, title }: ListView & { title?: string | undefined }): string {
  const t = useTranslations('files')
  if (title !== undefined) return title
  if (tagId !== undefined) return t('folder')
  if (categoryId === 'unorganized' || categoryId === 'trash') return t(categoryId)
  if (!isSource(categoryId)) return t('all_files')
  // Recorders have the same name in every language.
  const names: Record<Source, string> = {
    call: t('source_call'),
    web: t('source_web'),
    desktop: t('source_desktop'),
    welcomeNote: t('source_welcomeNote'),
    note: 'Note',
    notepin: 'NotePin',
    NotePinS: 'NotePin S',
    NotePro: 'Note Pro',
  }
  return names[categoryId]
}
