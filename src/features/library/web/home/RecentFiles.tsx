import { Link } from '@tanstack/react-router'
import { AudioLines } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { NewDot } from '#ui/badge/NewDot.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { isActive } from '#features/generate/rules.ts'
import { useFailureMessage, useTaskChips, useTasks } from '#features/generate/web.tsx'
import { useRecentFiles } from '#features/files/web.tsx'

/**
 * Every row has the same height, so that nothing moves when recordings appear. On phones, length and time are the second line in
 * place of the summary.
 */
const ROW =
  'grid h-16 grid-cols-[minmax(0,1fr)_6.5rem_9rem] content-center items-center gap-x-5 px-4.5 ' +
  'max-sm:flex max-sm:flex-wrap max-sm:gap-x-1.5'
/** Room for three rows from the first frame on, or for two above the line of `attention`, which is as high as a row. */
const LIST_CLASS = 'min-h-48 divide-y divide-line'
const SHORT_LIST_CLASS = 'min-h-32 divide-y divide-line'
const MAX_ROWS = 5

/**
 * The five recordings opened or added last, with that time, for Home (B§7, B§9). `attention`, a line about what needs the user, takes
 * the place of the last one of three or more, so that nothing below moves.
 */
export function RecentFiles({ attention }: { attention?: ReactNode }) {
  const t = useTranslations('files')
  const now = useNow(minutes(1))
  const tasks = useTasks()
  const renderChip = useTaskChips()
  const { data, error, isFetching, refetch } = useRecentFiles()
  const files = data?.filter((file) => !file.is_trash)
  const rows = attention && files && files.length > 2 ? files.slice(0, -1) : files
  const listClass = attention ? SHORT_LIST_CLASS : LIST_CLASS
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      {error && !rows ? (
        <ErrorState title={t('list_failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !rows ? (
        <LoadingRows count={attention ? MAX_ROWS - 1 : MAX_ROWS} />
      ) : rows.length === 0 ? (
        <EmptyState className={listClass} icon={<AudioLines aria-hidden />}>
          {t('empty_library')}
        </EmptyState>
      ) : (
        <ul className={listClass}>
          {/* Keyed by place: a new recording changes the texts of the rows and moves none of them. */}
          {rows.map((file, place) => (
            <RecentRow
              key={place}
              file={file}
              now={now}
              task={tasks.find(({ file_id }) => file_id === file.id)}
              chip={renderChip(file.id, { offersRetry: false })}
            />
          ))}
        </ul>
      )}
      {attention}
    </div>
  )
}

type RecentRowProps = {
  file: LibraryRow
  now: Millis
  /** The latest work on the recording. */
  task: TaskView | undefined
  /** Shows running or failed work. A recording that is ready has none. */
  chip: ReactNode
}

function RecentRow({ file, now, task, chip }: RecentRowProps) {
  const { day, duration } = useFormat()
  const getDescription = useDescription()
  const [dayId, lengthId] = [useId(), useId()]
  const openedAt = day(seconds(file.opened_time), now)
  return (
    <li className={`${ROW} relative hover:bg-sunken`}>
      <div className="min-w-0 max-sm:contents">
        <div className="flex h-5.5 min-w-0 items-center gap-2.5 max-sm:contents">
          <span className="flex min-w-0 items-center gap-2.5 max-sm:flex-[0_0_100%]">
            <Link
              to="/file/$id"
              params={{ id: file.id }}
              dir="auto"
              aria-describedby={`${lengthId} ${dayId}`}
              className="min-w-0 truncate text-left font-[580] text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {file.filename}
            </Link>
            {file.is_summary_new && !chip && <NewDot className="relative flex-none" />}
          </span>
          {/* Its link or button stays above the link of the row. */}
          {chip && (
            // Its own element for each text: a chip that changes at the right edge would count as moved.
            <span
              key={`${file.id} ${task?.stage} ${task?.seconds_left}`}
              className="flex min-w-0 flex-none max-sm:order-3 max-sm:ml-1 max-sm:flex-[1_1_0] [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1"
            >
              {chip}
            </span>
          )}
        </div>
        <p dir="auto" className="truncate text-sm text-ink2 max-sm:hidden">
          {getDescription(file, task)}
        </p>
      </div>
      <span id={lengthId} className="tabular text-sm text-ink2 max-sm:order-2">
        {duration(file.duration / 1000)}
      </span>
      <span aria-hidden className="text-sm text-ink2 max-sm:order-1 sm:hidden">
        ·
      </span>
      {/* Its own element for each text, as the chip. */}
      <span key={openedAt} id={dayId} className="tabular truncate text-sm text-ink2 sm:text-right">
        {openedAt}
      </span>
    </li>
  )
}

/** Returns a function that gives the first line of the summary, or the state of a recording that has none. */
function useDescription(): (file: LibraryRow, task: TaskView | undefined) => string {
  const t = useTranslations('library')
  const tFiles = useTranslations('files')
  const failure = useFailureMessage()
  return ({ is_trans, is_summary, summary_line }, task) => {
    if (task && isActive(task)) return t('row_summary_follows')
    if (task?.stage === 'failed') return failure(task).explanation
    if (is_summary) return summary_line || tFiles('summary_ready')
    return is_trans ? tFiles('transcript_ready') : t('row_not_transcribed')
  }
}

function LoadingRows({ count }: { count: number }) {
  return (
    <SkeletonGroup className="divide-y divide-line">
      {['w-3/5', 'w-2/5', 'w-1/2', 'w-3/5', 'w-1/3'].slice(0, count).map((width, row) => (
        <div key={row} className={ROW}>
          <div className="max-sm:flex-[0_0_100%]">
            <Skeleton className={`my-1 h-3.5 ${width}`} />
            <Skeleton className="my-0.75 h-3 w-3/4 max-sm:w-1/3" />
          </div>
          <Skeleton className="h-3 w-12 max-sm:hidden" />
          <Skeleton className="h-3 w-20 justify-self-end max-sm:hidden" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
