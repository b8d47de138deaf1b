import { memo, useMemo } from 'react'
import type { MouseEvent } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { usePlayedTime, usePlayer } from '#features/files/web.tsx'
import { classes } from '#ui/classes.ts'
import { formatClock } from '#ui/format.ts'
import { useWords } from '#ui/words.ts'
import { cutAtFound } from './findInText.ts'
import type { Found } from './findInText.ts'
import { wordAt } from './placeOf.ts'
import { useNotUnderstood } from './useNotUnderstood.ts'
import { wordsInText } from './wordsInText.ts'
import type { Piece } from './wordsInText.ts'

export type SegmentRowProps = {
  segment: Segment
  index: number
  /** A CSS colour. Without it the speaker's name is not shown. */
  colour: string | undefined
  /** True for the one row that the Tab key reaches. The arrow keys move between rows. */
  reachable: boolean
  onReach: (index: number) => void
  /** The search matches in this segment. */
  found: readonly Found[]
  /** The selected search match, if it is in this segment. */
  current: Found | undefined
}

/** One segment with its time, speaker and text. The word being played is highlighted. A click on a word plays from there. */
export const SegmentRow = memo(function SegmentRow({
  segment,
  index,
  colour,
  reachable,
  onReach,
  found,
  current,
}: SegmentRowProps) {
  const t = useWords('transcription')
  const playback = usePlayer()
  const spoken = usePlayedTime((time) => wordAt(segment, time))
  const pieces = useMemo(() => wordsInText(segment), [segment])
  const notUnderstood = useNotUnderstood()
  const time = formatClock(segment.start_time / 1000)
  const playWord = (event: MouseEvent) => {
    // A click that ends a text selection must not start playback.
    if (!(event.target instanceof Element) || getSelection()?.isCollapsed === false) return
    const at = event.target.closest('[data-at]')?.getAttribute('data-at')
    if (at) playback.playFrom(Number(at))
  }
  return (
    <div className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-3.5 gap-y-1 pb-4.5">
      <button
        type="button"
        data-segment={index}
        tabIndex={reachable ? 0 : -1}
        aria-label={t('play_from', { time })}
        onFocus={() => onReach(index)}
        onClick={() => playback.playFrom(segment.start_time)}
        className="tabular relative h-6 self-start rounded-sm text-left text-sm text-ink3 hover:text-accent pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5"
      >
        {time}
      </button>
      {colour && (
        <span className="text-sm leading-6 font-[620]" style={{ color: colour }}>
          {segment.speaker}
        </span>
      )}
      {segment.not_understood ? (
        <p className="col-start-2 text-sm leading-6 text-ink3 italic">{notUnderstood(segment)}</p>
      ) : (
        // Keyboard users play the segment with the time button in front of it.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <p lang={segment.language} onClick={playWord} className="col-start-2 text-base leading-6.75 break-words">
          {pieces.map((piece) => (
            <PieceText key={piece.from} piece={piece} spoken={piece.word?.index === spoken} found={found} current={current} />
          ))}
        </p>
      )}
    </div>
  )
})

type PieceTextProps = { piece: Piece; spoken: boolean; found: readonly Found[]; current: Found | undefined }

function PieceText({ piece: { text, from, word }, spoken, found, current }: PieceTextProps) {
  const t = useWords('transcription')
  const parts = found.length > 0 ? cutAtFound(text, from, found) : [{ text }]
  const content = parts.map((part, nth) =>
    'found' in part && part.found ? <FoundText key={nth} {...part} isCurrent={part.found === current} /> : part.text,
  )
  if (!word) return content
  return (
    <span
      data-at={word.start}
      data-spoken={spoken || undefined}
      title={word.doubtful ? t('doubtful') : undefined}
      className={classes(
        'cursor-pointer rounded-[3px]',
        spoken && 'bg-accent-soft shadow-[0_0_0_3px_var(--accent-soft)]',
        word.doubtful && 'underline decoration-ink3 decoration-dotted decoration-1 underline-offset-4',
      )}
    >
      {content}
    </span>
  )
}

function FoundText({ text, isCurrent }: { text: string; isCurrent: boolean }) {
  return (
    <mark aria-current={isCurrent || undefined} className={isCurrent ? 'bg-warn text-ground' : 'bg-warn-soft text-ink'}>
      {text}
    </mark>
  )
}
