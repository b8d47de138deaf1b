import { AudioLines } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { useFileStatus } from '../rows/FileStatus.tsx'
import { useRecentFiles } from '#features/files/web.tsx'

/** In the widest layout, columns are aligned across all rows. */
const ROWS =
  'divide-y divide-line @min-[56rem]:grid ' +
  '@min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(8rem,auto)_minmax(5rem,auto)_minmax(8rem,auto)]'
/** One column; two where the status fits beside the title; otherwise the columns of all rows. */
const ROW =
  'grid grid-cols-1 items-center gap-x-4 gap-y-1 px-4.5 py-3 @min-[32rem]:grid-cols-[minmax(0,1fr)_auto] ' +
  '@min-[56rem]:col-span-4 @min-[56rem]:grid-cols-subgrid @min-[56rem]:gap-x-6'

/** The five recordings opened or added last, with that time, for Home (B§7, B§9). */
export function RecentFiles() {
  const t = useTranslations('files')
  const now = useNow(minutes(1))
  const renderStatus = useFileStatus()
  const { data, error, isFetching, refetch } = useRecentFiles()
  const files = data?.filter((file) => !file.is_trash)
  return (
    <div className="@container overflow-hidden rounded-lg border border-line bg-raised">
      {error && !files ? (
        <ErrorState title={t('list_failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !files ? (
        <LoadingRows />
      ) : files.length === 0 ? (
        <EmptyState icon={<AudioLines aria-hidden />}>{t('empty_library')}</EmptyState>
      ) : (
        <ul className={ROWS}>
          {files.map((file) => (
            <RecentRow key={file.id} file={file} now={now} status={renderStatus(file)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function RecentRow({ file, now, status }: { file: LibraryRow; now: Millis; status: ReactNode }) {
  const { day, duration } = useFormat()
  const [dayId, lengthId] = [useId(), useId()]
  return (
    <li
      className={`${ROW} relative hover:bg-sunken has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus`}
    >
      <PageLink
        to={paths.file(file.id)}
        dir="auto"
        aria-describedby={`${dayId} ${lengthId}`}
        className="truncate text-left font-[560] text-ink outline-none after:absolute after:inset-0"
      >
        {file.filename}
      </PageLink>
      <div className="tabular flex min-w-0 gap-1 text-sm text-ink2 @min-[32rem]:col-start-1 @min-[32rem]:row-start-2 @min-[56rem]:contents">
        <span id={dayId}>{day(seconds(file.opened_time), now)}</span>
        <span aria-hidden className="@min-[56rem]:hidden">
          ·
        </span>
        <span id={lengthId}>{duration(file.duration / 1000)}</span>
      </div>
      <span className="flex min-w-0 empty:hidden @min-[32rem]:col-start-2 @min-[32rem]:row-span-2 @min-[32rem]:row-start-1 @min-[56rem]:col-start-4 @min-[56rem]:row-span-1 [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1">
        {status}
      </span>
    </li>
  )
}

function LoadingRows() {
  return (
    <SkeletonGroup className="divide-y divide-line">
      {['w-3/5', 'w-2/5', 'w-1/2', 'w-3/5', 'w-1/3'].map((width, row) => (
        <div key={row} className="grid gap-y-1 px-4.5 py-3">
          <Skeleton className={`my-1.25 h-3.5 ${width}`} />
          <Skeleton className="my-0.75 h-3 w-1/4 @min-[56rem]:hidden" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
