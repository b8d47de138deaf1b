import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { folderColor, useFolders } from '#features/folders/web.tsx'
import { minutes, seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { MARK_CLASS, MarkedText } from '#ui/search/MarkedText.tsx'
import type { FoundRecording, SearchMoment } from '../../contract.ts'
import type { SpeakerOf } from '../useSpeakers.ts'
import { MomentRow } from './MomentRow.tsx'
import { isPlayable, momentKey, momentLink } from './moments.ts'
import type { PlayableMoment } from './moments.ts'

/** What the rows of all recordings share. */
export type RowContext = {
  speakerOf: SpeakerOf
  /** The current moment of the player, and whether it is playing. */
  current: { fileId: string; key: string; isPlaying: boolean } | undefined
  onPlay: (recording: FoundRecording, moment: PlayableMoment) => void
  onOpen: () => void
}

type RecordingGroupProps = RowContext & {
  recording: FoundRecording
  /** The shown moments: the best ones, or all. */
  moments: readonly SearchMoment[]
  /** Loads all moments. */
  onExpand: () => Promise<void>
}

/** A recording with its moments. */
export function RecordingGroup({ recording, moments, onExpand, ...context }: RecordingGroupProps) {
  const t = useTranslations('search')
  const { file_id, filename, title_marks, moments_total } = recording
  const list = useRef<HTMLUListElement>(null)
  const hidden = moments_total - moments.length
  const expand = async () => {
    const shown = moments.length
    await onExpand()
    // The button is gone, so the first added moment gets the focus.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('a[data-result]')[shown]?.focus())
  }
  return (
    <section aria-labelledby={`found-${file_id}`} className="mt-3">
      <div className="mx-3 mb-0.5 flex flex-wrap items-center gap-x-3 border-t border-line pt-3 text-sm leading-6 text-ink2 max-sm:mx-2">
        <h2 id={`found-${file_id}`} dir="auto" className="min-w-0 text-base font-[620] text-ink">
          <Link
            to="/file/$id"
            params={{ id: file_id }}
            // Recordings with moments are opened at one of them.
            data-result={moments_total === 0 ? '' : undefined}
            onClick={context.onOpen}
            className="wrap-anywhere hover:underline"
          >
            <MarkedText text={filename} marks={title_marks} className={MARK_CLASS} />
          </Link>
        </h2>
        <RecordingFacts {...recording} />
        {moments_total > 0 && <span className="tabular ml-auto">{t('search_moments', { count: moments_total })}</span>}
      </div>
      {moments.length > 0 && (
        <ul ref={list}>
          {moments.map((moment) => (
            <GroupRow key={momentKey(moment)} recording={recording} moment={moment} {...context} />
          ))}
        </ul>
      )}
      {hidden > 0 && moments.length > 0 && <MoreMoments count={hidden} onExpand={expand} />}
    </section>
  )
}

function GroupRow({
  recording,
  moment,
  speakerOf,
  current,
  onPlay,
  onOpen,
}: RowContext & { recording: FoundRecording; moment: SearchMoment }) {
  const isCurrent = current?.fileId === recording.file_id && current.key === momentKey(moment)
  return (
    <MomentRow
      moment={moment}
      link={momentLink(recording, moment)}
      speaker={speakerOf(moment)}
      onPlay={isPlayable(moment) ? () => onPlay(recording, moment) : undefined}
      isPlaying={isCurrent && current.isPlaying}
      onOpen={onOpen}
    />
  )
}

/** The folder, date and length of a recording. */
export function RecordingFacts({
  folder_ids,
  start_time,
  duration,
}: Pick<FoundRecording, 'folder_ids' | 'start_time' | 'duration'>) {
  const tFiles = useTranslations('files')
  const format = useFormat()
  const now = useNow(minutes(1))
  const folder = useFolders().data?.find(({ id }) => folder_ids.includes(id))
  return (
    <span className="flex min-w-0 items-center gap-2">
      {folder && (
        <span
          aria-hidden
          className="size-2 flex-none rounded-[3px] ring-1 ring-ink/30 ring-inset"
          style={{ backgroundColor: folderColor(folder.color) }}
        />
      )}
      <span className="tabular min-w-0 truncate">
        {folder ? <bdi>{folder.name}</bdi> : tFiles('unorganized')} · {format.shortDate(seconds(start_time), now)} ·{' '}
        {format.duration(duration / 1000)}
      </span>
    </span>
  )
}

function MoreMoments({ count, onExpand }: { count: number; onExpand: () => Promise<void> }) {
  const t = useTranslations('search')
  const expand = useAction(onExpand, { failure: t('search_moments_failed') })
  return (
    <button
      type="button"
      data-result=""
      aria-busy={expand.isBusy || undefined}
      onClick={() => void expand.run()}
      className="ml-26 flex h-9 items-center gap-1 rounded-md px-3 text-sm font-[560] text-accent hover:underline max-md:ml-11 max-sm:ml-10 pointer-coarse:h-11"
    >
      {t('search_more_moments', { count })}
      {expand.isBusy ? <Spinner /> : <ChevronDown aria-hidden className="size-4" />}
    </button>
  )
}
