import { Link } from '@tanstack/react-router'
import type { ToOptions } from '@tanstack/react-router'
import { FileText, Highlighter, NotebookPen, Pause, Play } from 'lucide-react'
import { useId } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { MARK_CLASS, MarkedText } from '#ui/search/MarkedText.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { SearchMoment } from '../../contract.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

export type MomentRowProps = {
  moment: SearchMoment
  /** The page of the recording at this moment. */
  link: ToOptions
  speaker: { label: string; colour: string } | undefined
  /** Undefined when it cannot be played. */
  onPlay: (() => void) | undefined
  isPlaying: boolean
  /** Called before the recording opens. */
  onOpen: () => void
}

/**
 * A moment: its time, its speaker, and its text with marks. Space or a click plays it, Enter opens the recording there. A click
 * opens a moment that cannot be played.
 */
export function MomentRow({ moment, link, speaker, onPlay, isPlaying, onOpen }: MomentRowProps) {
  const t = useTranslations('search')
  const id = useId()
  const { kind, start_ms, note_name, text, marks, by_meaning, is_cut_before, is_cut_after } = moment
  const kindLabel =
    kind === 'note' ? note_name || t('search_note') : kind === 'summary' ? t('search_summary') : t('search_highlight')
  // Clicks by keyboard or screen reader have a detail of 0.
  const handleClick = (event: MouseEvent) => {
    const isPlain = event.detail > 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!onPlay || !isPlain) return onOpen()
    event.preventDefault()
    return onPlay()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (!event.repeat) onPlay?.()
  }
  return (
    <li
      data-playing={isPlaying ? '' : undefined}
      className={
        'group/row relative grid grid-cols-[2rem_3rem_8rem_minmax(0,1fr)_auto] gap-x-3 rounded-md px-3 py-2.5 hover:bg-sunken ' +
        'has-[a[data-result]:focus]:bg-accent-soft has-[a[data-result]:focus-visible]:outline-2 has-[a[data-result]:focus-visible]:-outline-offset-2 has-[a[data-result]:focus-visible]:outline-focus ' +
        'max-md:grid-cols-[2rem_auto_minmax(0,1fr)] max-md:gap-y-0.5 max-sm:px-2'
      }
    >
      {onPlay ? (
        <PlayMomentButton time={formatTimestamp(start_ms ?? 0)} isPlaying={isPlaying} onPlay={onPlay} />
      ) : (
        <KindIcon kind={kind} />
      )}
      <span id={`${id}time`} className="tabular text-sm leading-6 text-ink2 empty:hidden md:empty:block">
        {kind === 'transcript' && start_ms !== null && formatTimestamp(start_ms)}
      </span>
      <span
        id={`${id}who`}
        dir="auto"
        className="truncate text-sm leading-6 font-[620] text-ink2"
        style={kind === 'transcript' && speaker ? { color: speaker.colour } : undefined}
      >
        {kind === 'transcript' ? speaker?.label : kindLabel}
      </span>
      <Link
        {...link}
        data-result=""
        dir="auto"
        aria-describedby={`${id}time ${id}who`}
        onClick={handleClick}
        onKeyDown={handleKeyDown}
        className="min-w-0 wrap-anywhere outline-none after:absolute after:inset-0 max-md:col-span-2 max-md:col-start-2"
      >
        {is_cut_before && '… '}
        <MarkedText
          text={text}
          marks={marks}
          className={classes(MARK_CLASS, 'group-has-[a:focus]/row:bg-raised group-has-[a:focus]/row:text-accent')}
        />
        {is_cut_after && ' …'}
        {by_meaning && (
          <>
            {' '}
            <Chip noTruncate className="align-middle">
              {t('search_similar')}
            </Chip>
          </>
        )}
      </Link>
      <RowHints link={link} canPlay={onPlay !== undefined} isPlaying={isPlaying} onOpen={onOpen} />
    </li>
  )
}

type PlayMomentButtonProps = { time: string; isPlaying: boolean; onPlay: () => void }

/** Not in the tab order, because Space on the row does the same. */
function PlayMomentButton({ time, isPlaying, onPlay }: PlayMomentButtonProps) {
  const t = useTranslations('search')
  const Icon = isPlaying ? Pause : Play
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isPlaying ? t('search_pause') : t('search_play_from', { time })}
      onClick={onPlay}
      className={classes(
        'relative z-10 -my-0.5 grid size-7 place-items-center rounded-full pointer-coarse:after:absolute pointer-coarse:after:-inset-2 [&>svg]:size-3.5 [&>svg]:fill-current',
        isPlaying ? 'bg-ink text-surface' : 'text-ink2 hover:bg-line',
      )}
    >
      <Icon aria-hidden strokeWidth={1.5} />
    </button>
  )
}

const ICONS: Record<SearchMoment['kind'], ReactNode> = {
  transcript: null,
  summary: <FileText aria-hidden />,
  note: <NotebookPen aria-hidden />,
  highlight: <Highlighter aria-hidden />,
}

const KindIcon = ({ kind }: { kind: SearchMoment['kind'] }) => (
  <span className="grid h-6 w-7 place-items-center text-ink2 [&>svg]:size-4">{ICONS[kind]}</span>
)

type RowHintsProps = { link: ToOptions; canPlay: boolean; isPlaying: boolean; onOpen: () => void }

/** Shortcut hints of the focused row, if the row is wide enough. For the mouse, "Open" is a link. */
function RowHints({ link, canPlay, isPlaying, onOpen }: RowHintsProps) {
  const t = useTranslations('search')
  const tFiles = useTranslations('files')
  return (
    <span
      aria-hidden
      className="invisible flex h-6 items-center gap-1.5 text-sm whitespace-nowrap text-ink2 group-hover/row:visible group-has-[a[data-result]:focus]/row:visible max-lg:hidden"
    >
      {canPlay && (
        <>
          <Kbd>{tFiles('player_space')}</Kbd>
          <span className="mr-2">{isPlaying ? t('search_pause') : t('search_play')}</span>
        </>
      )}
      <Link
        {...link}
        tabIndex={-1}
        onClick={onOpen}
        className="relative z-10 flex items-center gap-1.5 hover:text-ink hover:underline"
      >
        <Kbd>↵</Kbd>
        {t('search_open')}
      </Link>
    </span>
  )
}
