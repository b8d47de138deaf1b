import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { AFTER_TRASH } from '#kit/paths.ts'
import { Chip } from '#ui/Chip.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useOpenPage } from '#ui/PageLink.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'
import { isOnShelf } from '../rules.ts'
import { EmptyShelf, NothingFound } from './EmptyShelf.tsx'
import { EmptyTrashButton } from './EmptyTrashButton.tsx'
import { FileList } from './FileList.tsx'
import type { FileListHandle } from './FileList.tsx'
import type { ChipOf } from './FileState.tsx'
import { useLibrary } from './queries.ts'
import { RemoveFilesDialog } from './RemoveFilesDialog.tsx'
import { SearchField } from './SearchField.tsx'
import { searchTitles } from './searchTitles.ts'
import { useFileActions } from './useFileActions.ts'
import { useShelfTitle } from './useShelfTitle.ts'

export type FileListPaneProps = {
  /** A user folder; wins over the category. */
  tagId?: string | undefined
  /** allFiles, unorganized, trash or a source (B§2). */
  categoryId?: string | undefined
  /** The recording shown beside the list. */
  selectedId?: string | undefined
  /** Instead of the category's name: the folder's. */
  title?: string | undefined
  /** Parts of a row's menu that move it: folders' `MoveToFolderMenu`. The same function at every render. */
  moveMenu?: ((file: LibraryRow) => ReactNode) | undefined
  /** The state of work under way: generate's. The same function at every render. */
  chipOf?: ChipOf | undefined
  /** The one button of a library with nothing in it. */
  emptyAction?: ReactNode
}

/** The list column (B§2 /file-list): its name and count, a filter over titles, the rows. */
export function FileListPane(props: FileListPaneProps) {
  const { tagId, categoryId } = props
  const t = useWords('files')
  const library = useLibrary()
  const files = useMemo(
    () => library.data?.filter((file) => isOnShelf(file, { tagId, categoryId })),
    [library.data, tagId, categoryId],
  )
  const title = useShelfTitle(props)
  const { number } = useFormat()
  const heading = useFocusWhenEmptied(files?.length === 0)
  // Beside a recording, that one's name is the first heading.
  const Heading = props.selectedId === undefined ? 'h1' : 'h2'
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex h-15 flex-none items-center gap-2.5 border-b border-line pr-3 pl-4.5">
        <Heading ref={heading} tabIndex={-1} className="min-w-0 truncate text-lg font-[620] tracking-[-0.01em] outline-none">
          {title}
        </Heading>
        {files && <Chip className="tabular">{number(files.length)}</Chip>}
        {tagId === undefined && categoryId === 'trash' && files && files.length > 0 && <EmptyTrashButton files={files} />}
      </header>
      {library.isError && !library.data ? (
        <ErrorState
          title={t('list_failed')}
          error={library.error}
          onRetry={() => void library.refetch()}
          retrying={library.isFetching}
        />
      ) : files ? (
        // Another shelf begins with an empty filter and at its top.
        <FilteredList key={`${tagId}/${categoryId}`} {...props} title={title} files={files} />
      ) : (
        <SkeletonRows rows={7} rowClassName="h-18" />
      )}
    </div>
  )
}

/** The last row takes the focus with it: what goes on there is the name of the shelf. */
function useFocusWhenEmptied(isEmpty: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const was = useRef(true)
  useEffect(() => {
    if (isEmpty && !was.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    was.current = isEmpty
  }, [isEmpty])
  return heading
}

function FilteredList(props: FileListPaneProps & { title: string; files: readonly LibraryRow[] }) {
  const { files, title, selectedId, moveMenu, chipOf } = props
  const t = useWords('files')
  const openPage = useOpenPage()
  const { rename, trash } = useFileActions()
  const [query, setQuery] = useState('')
  const [removing, setRemoving] = useState<LibraryRow>()
  const list = useRef<FileListHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const asked = useDeferredValue(query)
  const found = useMemo(() => searchTitles(files, asked), [files, asked])
  const isFiltered = asked.trim() !== ''
  const clear = () => {
    setQuery('')
    field.current?.focus()
  }
  if (files.length === 0) return <EmptyShelf {...props} />
  return (
    <>
      <SearchField ref={field} value={query} onChange={setQuery} onLeave={() => list.current?.focus()} />
      <p role="status" className="sr-only">
        {isFiltered && t('found', { count: found.length })}
      </p>
      <div className="min-h-0 flex-1">
        {found.length === 0 ? (
          <NothingFound query={asked} onClear={clear} />
        ) : (
          <FileList
            ref={list}
            label={title}
            files={found}
            selectedId={selectedId}
            onRename={(file, name) => void rename(file.id, name)}
            onDelete={(file) =>
              file.is_trash ? setRemoving(file) : void trash([file.id]).then((done) => done && leave(file.id))
            }
            onGone={leave}
            moveMenu={moveMenu}
            chipOf={chipOf}
          />
        )}
      </div>
      <RemoveFilesDialog
        open={removing !== undefined}
        files={removing ? [removing] : []}
        onClose={() => setRemoving(undefined)}
        onRemoved={() => {
          list.current?.focus()
          if (removing) leave(removing.id)
        }}
      />
    </>
  )

  /** Where the page of a recording leads once it has gone (B§2). */
  function leave(id: string) {
    if (id === selectedId) openPage(AFTER_TRASH)
  }
}
