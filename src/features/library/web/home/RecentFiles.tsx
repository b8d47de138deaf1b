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

/** Every row has the same height, so that nothing moves when recordings appear. */
const ROW = 'grid h-16 content-center gap-y-0.5 px-4.5'
/** Room for three rows with their lines, from the first frame on. */
const LIST_CLASS = 'min-h-48.5 divide-y divide-line'

type RecentFilesProps = {
  /** The sample of a new account is being created. */
  isSamplePending?: boolean
  /** Shown below the recordings. */
  children?: ReactNode
}

/** The five recordings opened or added last, with that time, for Home (B§7, B§9). */
export function RecentFiles({ isSamplePending = false, children }: RecentFilesProps) {
  const t = useTranslations('files')
  const now = useNow(minutes(1))
  const renderStatus = useFileStatus()
  const { data, error, isFetching, refetch } = useRecentFiles()
  const files = data?.filter((file) => !file.is_trash)
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      {error && !files ? (
        <ErrorState title={t('list_failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !files ? (
        <LoadingRows />
      ) : files.length === 0 && !isSamplePending ? (
        <EmptyState className={LIST_CLASS} icon={<AudioLines aria-hidden />}>
          {t('empty_library')}
        </EmptyState>
      ) : (
        <ul className={LIST_CLASS}>
          {isSamplePending && files.length === 0 && <SampleRow />}
          {/* Keyed by place: a new recording changes the texts of the rows and moves none of them. */}
          {files.map((file, place) => (
            <RecentRow key={place} file={file} now={now} status={renderStatus(file)} />
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

/** In the place of the sample recording of a new account until it exists. */
function SampleRow() {
  const t = useTranslations('library')
  return (
    <li className={ROW}>
      <span className="truncate font-[560]">{t('home_sample')}</span>
      <span className="truncate text-sm text-ink2">{t('home_sample_hint')}</span>
    </li>
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
      <div className="tabular flex min-w-0 items-center gap-1.5 text-sm text-ink2">
        <span id={dayId}>{day(seconds(file.opened_time), now)}</span>
        <span aria-hidden>·</span>
        <span id={lengthId} className="mr-1">
          {duration(file.duration / 1000)}
        </span>
        <span className="flex min-w-0 [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1">{status}</span>
      </div>
    </li>
  )
}

function LoadingRows() {
  return (
    <SkeletonGroup className={LIST_CLASS}>
      {['w-3/5', 'w-2/5', 'w-1/2', 'w-3/5', 'w-1/3'].map((width, row) => (
        <div key={row} className={ROW}>
          <Skeleton className={`my-1.25 h-3.5 ${width}`} />
          <Skeleton className="my-0.75 h-3 w-1/4" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
