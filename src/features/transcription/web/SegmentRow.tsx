import { memo, useMemo } from 'react'
import type { MouseEvent } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { usePlayedTime, usePlayer } from '#features/files/web.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { splitAtMatches, splitIntoWords, wordIndexAt } from './segmentText.ts'
import type { SearchMatch, Piece } from './segmentText.ts'
import { HighlightComments } from './selection/HighlightComments.tsx'
import { useChosenHighlights } from './selection/chosenPassage.ts'
import { highlightedPieces } from './selection/highlightedPieces.ts'
import type { Highlighting, TranscriptHighlight } from './selection/highlighting.ts'
import { changedRanges } from '../rules.ts'
import type { SpeechlessSpan } from '../rules.ts'
import { EditableText } from './editor/EditableText.tsx'
import { MachineText } from './editor/MachineText.tsx'
import type { RowEditor, SegmentActions } from './editor/transcriptEditor.ts'
import { SegmentMenuButton } from './SegmentMenuButton.tsx'
import { SpeakerName } from './speakers/SpeakerName.tsx'
import { useNotUnderstoodText, useSpeechlessText } from './useNotUnderstoodText.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

export type SegmentRowProps = {
  segment: Segment
  index: number
  /** A CSS colour. Without it the speaker's name is not shown. */
  colour: string | undefined
  /** Whether the transcript has speakers, which have their own column where there is room. */
  hasSpeakers: boolean
  /** The segment before has the same speaker, so that the name is not repeated. */
  isContinued: boolean
  /** The name of the speaker in this segment is being changed. */
  isEdited: boolean
  /** The segment with the name as it is saved. */
  savedSegment: Segment
  /** Without it the name cannot be changed. */
  onEditSpeaker: ((speaker: string, segment: Segment) => void) | undefined
  /** True for the one row that the Tab key reaches. The arrow keys move between rows. */
  isTabStop: boolean
  onRowFocus: (index: number) => void
  /** The search matches in this segment. */
  matches: readonly SearchMatch[]
  /** The selected search match, if it is in this segment. */
  selectedMatch: SearchMatch | undefined
  /** The highlights that overlap this segment. */
  highlights: readonly TranscriptHighlight[]
  /** Only needed with highlights. */
  highlighting: Highlighting | undefined
  /** The stretch without speech before this segment, and after it when it is the last one. */
  silenceBefore: SpeechlessSpan | undefined
  silenceAfter: SpeechlessSpan | undefined
  /** Without it the text is only shown. */
  editor: RowEditor | undefined
  /** Without it the paragraph has no menu. */
  actions: SegmentActions | undefined
  /** Whether the recognised text is shown under a changed one. */
  showsMachine: boolean
}

/** One segment with its time, speaker and text. The word being played is highlighted. A click on a word plays from there. */
export const SegmentRow = memo(function SegmentRow({
  segment,
  index,
  colour,
  hasSpeakers,
  isContinued,
  isEdited,
  savedSegment,
  onEditSpeaker,
  isTabStop,
  onRowFocus,
  matches,
  selectedMatch,
  highlights,
  highlighting,
  silenceBefore,
  silenceAfter,
  editor,
  actions,
  showsMachine,
}: SegmentRowProps) {
  const t = useTranslations('transcription')
  const playback = usePlayer()
  const spokenWordIndex = usePlayedTime((time) => wordIndexAt(segment, time))
  const isPlayed = usePlayedTime((time) => time >= segment.end_time)
  const pieces = useMemo(() => splitIntoWords(segment), [segment])
  const changed = useMemo(() => changedPieces(segment, pieces), [segment, pieces])
  const highlighted = useMemo(() => highlightedPieces(pieces, highlights), [pieces, highlights])
  const chosenHighlights = useChosenHighlights(segment)
  const chosen = useMemo(() => chosenPieces(pieces, chosenHighlights), [pieces, chosenHighlights])
  const begunHighlights = highlights.filter(({ start_time }) => start_time >= segment.start_time)
  const formatNotUnderstood = useNotUnderstoodText()
  const time = formatTimestamp(segment.start_time)
  const handleTextClick = (event: MouseEvent) => {
    // A click that ends a text selection must not start playback.
    if (!(event.target instanceof Element) || getSelection()?.isCollapsed === false) return
    const startTime = event.target.closest('[data-at]')?.getAttribute('data-at')
    if (startTime) playback.playFrom(Number(startTime))
  }
  return (
    <div
      data-speakers={hasSpeakers || undefined}
      data-edited={isEdited || undefined}
      data-menu={actions !== undefined || undefined}
      className="group/row relative grid max-md:data-menu:min-h-12 grid-cols-[3.25rem_minmax(0,1fr)] gap-x-3.5 gap-y-1 pb-4.5 data-edited:-mx-10 data-edited:bg-sunken data-edited:px-10 data-edited:shadow-[0_-0.5rem_0_var(--sunken)] max-md:data-edited:-mx-5 max-md:data-edited:px-5 max-sm:data-edited:-mx-4 max-sm:data-edited:px-4 @min-[40rem]/rows:data-speakers:grid-cols-[3.25rem_7.25rem_minmax(0,37.5rem)]"
    >
      {silenceBefore && <SilenceText span={silenceBefore} />}
      <button
        type="button"
        data-segment={index}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={t('play_from', { time })}
        onFocus={() => onRowFocus(index)}
        onClick={() => playback.playFrom(segment.start_time)}
        data-played={isPlayed || undefined}
        className={classes(
          'tabular relative h-6 self-start rounded-sm text-left text-sm hover:text-accent pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5',
          isPlayed ? 'text-accent' : 'text-ink3',
        )}
      >
        {time}
      </button>
      {actions && <SegmentMenuButton segment={segment} isTabStop={isTabStop} actions={actions} />}
      {colour && (
        <SpeakerName
          name={segment.speaker}
          colour={colour}
          isContinued={isContinued && !isEdited}
          isTabStop={isTabStop}
          onEdit={onEditSpeaker && (() => onEditSpeaker(savedSegment.speaker, savedSegment))}
        />
      )}
      {editor ? (
        <EditableText
          segment={segment}
          editor={editor}
          matches={matches}
          selectedMatch={selectedMatch}
          className={classes(
            TEXT_COLUMN,
            'text-read break-words rounded-[3px] outline-offset-6 outline-focus focus-visible:outline-2',
            segment.not_understood && 'text-ink3',
          )}
        />
      ) : segment.not_understood ? (
        <p className={classes(TEXT_COLUMN, 'text-sm leading-6 text-ink3 italic')}>{formatNotUnderstood(segment)}</p>
      ) : (
        // Keyboard users play the segment with the time button in front of it.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <p lang={segment.language} onClick={handleTextClick} className={classes(TEXT_COLUMN, 'text-read break-words')}>
          {pieces.map((piece) => (
            <PieceText
              key={piece.from}
              piece={piece}
              isSpoken={piece.word?.index === spokenWordIndex}
              isHighlighted={highlighted.has(piece)}
              isChosen={chosen.has(piece)}
              isChanged={changed.has(piece)}
              matches={matches}
              selectedMatch={selectedMatch}
            />
          ))}
        </p>
      )}
      {showsMachine && segment.original_content !== undefined && (
        <MachineText
          content={segment.content}
          original={segment.original_content}
          className={classes(TEXT_COLUMN, 'flex gap-2 text-sm leading-5 text-ink3')}
        />
      )}
      {highlighting && begunHighlights.length > 0 && (
        <HighlightComments highlights={begunHighlights} highlighting={highlighting} />
      )}
      {silenceAfter && <SilenceText span={silenceAfter} />}
    </div>
  )
})

/** The column of the text: the second one, or the third beside the names of the speakers. */
const TEXT_COLUMN = 'col-start-2 @min-[40rem]/rows:group-data-speakers/row:col-start-3'

function SilenceText({ span }: { span: SpeechlessSpan }) {
  const formatSpeechless = useSpeechlessText()
  return <p className={classes(TEXT_COLUMN, 'py-2 text-sm leading-6 text-ink3')}>{formatSpeechless(span)}</p>
}

/** Returns the words that a person has changed. */
function changedPieces({ original_content, content }: Segment, pieces: readonly Piece[]): ReadonlySet<Piece> {
  if (original_content === undefined) return NO_PIECES
  const ranges = changedRanges(original_content, content)
  return new Set(pieces.filter(({ from, text }) => ranges.some((range) => range.from < from + text.length && range.to > from)))
}

/** Returns the chosen words; the whole text when it does not say when its words are spoken. */
const chosenPieces = (pieces: readonly Piece[], chosen: readonly TranscriptHighlight[]): ReadonlySet<Piece> =>
  chosen.length > 0 && pieces.every(({ word }) => word === undefined) ? new Set(pieces) : highlightedPieces(pieces, chosen)

const NO_PIECES: ReadonlySet<Piece> = new Set()

type PieceTextProps = {
  piece: Piece
  isSpoken: boolean
  isHighlighted: boolean
  /** It belongs to the passage that was chosen in the summary. */
  isChosen: boolean
  /** A person has changed it. */
  isChanged: boolean
  matches: readonly SearchMatch[]
  selectedMatch: SearchMatch | undefined
}

function PieceText({ piece: { text, from, word }, matches, selectedMatch, ...marks }: PieceTextProps) {
  const { isSpoken, isHighlighted, isChosen, isChanged } = marks
  const t = useTranslations('transcription')
  const parts = matches.length > 0 ? splitAtMatches(text, from, matches) : [{ text }]
  const content = parts.map((part, index) =>
    'found' in part && part.found ? <MatchText key={index} {...part} isSelected={part.found === selectedMatch} /> : part.text,
  )
  if (!word) {
    const mark = isHighlighted ? 'bg-highlight' : isChosen && 'bg-accent-soft'
    return mark ? (
      <span data-chosen={isChosen || undefined} className={mark}>
        {content}
      </span>
    ) : (
      content
    )
  }
  return (
    <span
      data-at={word.start}
      data-spoken={isSpoken || undefined}
      data-chosen={isChosen || undefined}
      title={isChanged ? t('changed_word') : word.doubtful ? t('doubtful') : undefined}
      className={classes(
        'cursor-pointer',
        isHighlighted ? 'bg-highlight' : isChosen ? 'bg-accent-soft' : 'rounded-[3px]',
        isSpoken && !isChosen && 'bg-accent-soft shadow-[0_0_0_3px_var(--accent-soft)]',
        isSpoken && isChosen && 'rounded-[3px] bg-accent text-accent-ink',
        isChanged && 'underline decoration-accent decoration-2 underline-offset-4',
        word.doubtful && !isChanged && 'underline decoration-ink3 decoration-dotted decoration-1 underline-offset-4',
      )}
    >
      {content}
    </span>
  )
}

function MatchText({ text, isSelected }: { text: string; isSelected: boolean }) {
  return (
    <mark aria-current={isSelected || undefined} className={isSelected ? 'bg-warn text-surface' : 'bg-warn-soft text-ink'}>
      {text}
    </mark>
  )
}
