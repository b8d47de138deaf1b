import { Search } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { useCounts } from '#features/files/web.tsx'
import { useFileStatus } from '#features/library/web.tsx'
import type { Folder } from '#features/folders/contract.ts'
import { FolderSymbol } from '#features/folders/web.tsx'
import { paths } from '#shared/paths.ts'
import { minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The number of recordings shown at first and added with each press of the button. */
const PAGE_SIZE = 50

export type SearchResultsProps = { query: string; files: readonly LibraryRow[]; folders: readonly Folder[] }

/** The results: folders first, because there are few, then recordings, newest first. The `key` resets it for each query. */
export function SearchResults({ query, files, folders }: SearchResultsProps) {
  const t = useTranslations('search')
  const { number } = useFormat()
  const now = useNow(minutes(1))
  const renderStatus = useFileStatus()
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  if (files.length + folders.length === 0) {
    return <EmptyState icon={<Search aria-hidden />}>{t('search_nothing', { query })}</EmptyState>
  }
  return (
    <>
      {folders.length > 0 && <FolderResults folders={folders} />}
      {files.length > 0 && (
        <section aria-labelledby="found-files" className="grid grid-cols-1 gap-2.5">
          <h2 id="found-files" className="text-base font-[640]">
            {t('search_files')} <span className="font-[400] text-ink3">{number(files.length)}</span>
          </h2>
          <ul className={LIST_CLASS}>
            {files.slice(0, visibleCount).map((file) => (
              <FileResult key={file.id} file={file} now={now} status={renderStatus(file)} />
            ))}
          </ul>
          {files.length > visibleCount && (
            <Button className="justify-self-start" onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
              {t('search_more')}
            </Button>
          )}
        </section>
      )}
    </>
  )
}

const LIST_CLASS = 'divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised'
const ROW_CLASS =
  'relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4.5 py-2.5 hover:bg-sunken ' +
  'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus'
const LINK_CLASS = 'truncate text-left font-[560] text-ink outline-none after:absolute after:inset-0'

function FolderResults({ folders }: { folders: readonly Folder[] }) {
  const t = useTranslations('search')
  const { byFolder } = useCounts()
  return (
    <section aria-labelledby="found-folders" className="grid grid-cols-1 gap-2.5">
      <h2 id="found-folders" className="text-base font-[640]">
        {t('search_folders')}
      </h2>
      <ul className={LIST_CLASS}>
        {folders.map((folder) => (
          <li key={folder.id} className={ROW_CLASS}>
            <FolderSymbol folder={folder} />
            <PageLink
              to={paths.fileList({ tagId: folder.id })}
              data-result=""
              dir="auto"
              className={`${LINK_CLASS} min-w-0 flex-1`}
            >
              {folder.name}
            </PageLink>
            <span className="tabular text-sm text-ink2">{t('search_in_folder', { count: byFolder.get(folder.id) ?? 0 })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type FileResultProps = { file: LibraryRow; now: Millis; status: ReactNode }

function FileResult({ file, now, status }: FileResultProps) {
  const { day, duration } = useFormat()
  const metaId = `meta-${file.id}`
  return (
    <li className={ROW_CLASS}>
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <PageLink to={paths.file(file.id)} data-result="" dir="auto" aria-describedby={metaId} className={LINK_CLASS}>
          {file.filename}
        </PageLink>
        <span id={metaId} className="tabular text-sm text-ink2">
          {day(seconds(file.start_time), now)} · {duration(file.duration / 1000)}
        </span>
      </div>
      <span className="flex min-w-0 empty:hidden">{status}</span>
    </li>
  )
}
