import { AudioLines } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { paths } from '#kit/paths.ts'
import { minutes, seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageLink } from '#ui/PageLink.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import type { FileRow } from '../contract.ts'
import { FileState } from './FileState.tsx'
import type { ChipOf } from './FileState.tsx'
import { useRecent } from './queries.ts'

export type RecentFilesProps = {
  chipOf?: ChipOf | undefined
  emptyAction?: ReactNode
}

const ROW = 'grid min-h-12 items-center gap-x-4 gap-y-1 px-4.5 py-3 grid-cols-1 md:grid-cols-[minmax(0,1fr)_9.5rem_6.5rem_11rem]'

/** The five recordings changed last, for Home (B§7, B§9). */
export function RecentFiles({ chipOf, emptyAction }: RecentFilesProps) {
  const t = useWords('files')
  const now = useNow(minutes(1))
  const { data, error, isFetching, refetch } = useRecent()
  const files = data?.filter((file) => !file.is_trash)
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      {error && !files ? (
        <ErrorState title={t('list_failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !files ? (
        <LoadingRows />
      ) : files.length === 0 ? (
        <EmptyState icon={<AudioLines aria-hidden />} action={emptyAction}>
          {t('empty_library')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {files.map((file) => (
            <RecentRow key={file.id} file={file} now={now} chipOf={chipOf} />
          ))}
        </ul>
      )}
    </div>
  )
}

function RecentRow({ file, now, chipOf }: { file: FileRow; now: Millis; chipOf: ChipOf | undefined }) {
  const { day, duration } = useFormat()
  const [dayId, lengthId] = [useId(), useId()]
  return (
    <li
      className={`${ROW} relative hover:bg-sunken has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus`}
    >
      <PageLink
        to={paths.file(file.id)}
        aria-describedby={`${dayId} ${lengthId}`}
        className="truncate font-[560] text-ink outline-none after:absolute after:inset-0"
      >
        {file.filename}
      </PageLink>
      <span id={dayId} className="tabular text-sm text-ink2">
        {day(seconds(file.start_time), now)}
      </span>
      <span id={lengthId} className="tabular text-sm text-ink2">
        {duration(file.duration / 1000)}
      </span>
      <span className="flex min-w-0 [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1">
        <FileState file={file} chipOf={chipOf} />
      </span>
    </li>
  )
}

function LoadingRows() {
  const t = useWords('ui')
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{t('loading')}</span>
      {['w-3/5', 'w-2/5', 'w-1/2', 'w-3/5', 'w-1/3'].map((width, row) => (
        <div key={row} className={ROW}>
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  )
}
