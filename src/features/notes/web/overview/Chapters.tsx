import { useMemo } from 'react'
import { usePlayedTime, usePlayer } from '#features/files/web.tsx'
import { speakerLanes } from '#features/transcription/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import type { Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { SummaryChapter, SummaryForm } from '../../contract.ts'
import { useSummarySource } from '../summarySource.ts'
import { createChapterAxis, type ChapterAxis } from './chapterAxis.ts'

/** The chapters along an axis in true time, with a lane of who speaks and a ring where the player is. */
export function Chapters({ form, duration }: { form: SummaryForm; duration: Millis }) {
  const { chapters, language } = form
  const axis = useMemo(() => createChapterAxis(chapters, duration), [chapters, duration])
  return (
    <div className="relative" style={{ height: axis.height }}>
      <SpeakerLane axis={axis} />
      <ol className="m-0 list-none p-0">
        {chapters.map((chapter, index) => (
          <Chapter
            key={chapter.start_time}
            chapter={chapter}
            top={axis.tops[index]!}
            height={(axis.tops[index + 1] ?? axis.height) - axis.tops[index]!}
            language={language}
          />
        ))}
      </ol>
      <Playhead axis={axis} />
    </div>
  )
}

type ChapterProps = { chapter: SummaryChapter; top: number; height: number; language: string }

function Chapter({ chapter, top, height, language }: ChapterProps) {
  const t = useTranslations('notes')
  const playback = usePlayer()
  const { start_time, end_time, title } = chapter
  const isCurrent = usePlayedTime((time) => time > 0 && time >= start_time && time < end_time)
  return (
    <li className="absolute inset-x-0" style={{ top, height }}>
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => playback.playFrom(start_time)}
        className="group/chapter grid min-h-10.5 w-full grid-cols-[2.75rem_minmax(0,1fr)] content-start gap-x-7.5 rounded-sm text-start"
      >
        {/* The end of the chapter before, cut into the lane. */}
        {top > 0 && <span aria-hidden className="absolute start-12.5 top-0 h-0.5 w-2.5 bg-surface" />}
        <span className="tabular -mt-0.5 text-end text-sm leading-5 text-ink3">{formatTimestamp(start_time)}</span>
        <span className="-mt-0.5 grid min-w-0 grid-cols-1">
          <span
            lang={language}
            title={title}
            className={classes(
              'truncate text-md leading-5 group-hover/chapter:underline',
              isCurrent ? 'font-[640] text-accent' : 'font-[560]',
            )}
          >
            {title}
          </span>
          <span className="text-xs text-ink3">{t('chapterLength', { length: formatTimestamp(end_time - start_time) })}</span>
        </span>
      </button>
    </li>
  )
}

/** Who speaks when, from top to bottom. */
function SpeakerLane({ axis }: { axis: ChapterAxis }) {
  const { segments } = useSummarySource()
  const lanes = useMemo(
    () =>
      speakerLanes(segments).map(({ colour, spans }) => ({
        colour,
        path: spans
          .map(({ start, end }) => {
            const from = axis.position(start)
            return `M3 ${from.toFixed(1)}V${Math.max(axis.position(end) - 1, from + 1).toFixed(1)}`
          })
          .join(''),
      })),
    [segments, axis],
  )
  return (
    <svg aria-hidden width={6} height={axis.height} strokeWidth={6} className="absolute start-13 top-0 rounded-full bg-line">
      {lanes.map(({ colour, path }, index) => (
        <path key={index} d={path} stroke={colour} />
      ))}
    </svg>
  )
}

/** A ring where the player is. */
function Playhead({ axis }: { axis: ChapterAxis }) {
  // Rounded, so that it is drawn again only when it moves.
  const top = usePlayedTime((time) => Math.round(axis.position(time)))
  return (
    <span
      aria-hidden
      data-playhead
      className="pointer-events-none absolute start-12 -mt-1.75 size-3.5 rounded-full border-3 border-ink bg-surface"
      style={{ top }}
    />
  )
}
