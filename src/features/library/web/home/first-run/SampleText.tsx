import { Link } from '@tanstack/react-router'
import type { LibraryRow, Segment } from '#features/files/contract.ts'
import { useFileActions } from '#features/files/web.tsx'
import type { TaskView } from '#features/generate/contract.ts'
import { useFailureMessage } from '#features/generate/web.tsx'
import { useLiveSegments } from '#features/transcription/web.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

type SampleTextProps = { sample: LibraryRow; task: TaskView | undefined; isReady: boolean }

/** The latest words of the sample while it is transcribed, then the first line of its summary; below, what to do with it. */
export function SampleText({ sample, task, isReady }: SampleTextProps) {
  const t = useTranslations('library')
  const { trash } = useFileActions()
  const failure = useFailureMessage()
  return (
    <>
      <div className="min-h-0 flex-1 overflow-hidden text-base leading-6.5">
        {isReady && sample.summary_line ? (
          <p dir="auto">{sample.summary_line}</p>
        ) : task?.stage === 'failed' ? (
          <p className="text-ink2">{failure(task).explanation}</p>
        ) : (
          <LatestWords fileId={sample.id} task={task} />
        )}
      </div>
      <div className="-mr-3 flex flex-wrap items-center justify-between gap-x-2 gap-y-1 pt-3">
        <Link to="/file/$id" params={{ id: sample.id }} className={buttonClass({ variant: isReady ? 'main' : 'plain' })}>
          {isReady ? t('sample_read') : t('sample_listen')}
        </Link>
        <Button variant="quiet" onClick={() => void trash([sample.id])}>
          {t('sample_remove')}
        </Button>
      </div>
    </>
  )
}

function LatestWords({ fileId, task }: { fileId: string; task: TaskView | undefined }) {
  const t = useTranslations('library')
  const segments = useLiveSegments(
    fileId,
    task && { taskId: task.task_id, segmentsTranscribed: task.segments_transcribed, percent: task.percent },
  )
  const latest = getLatestWords(segments)
  if (!latest) return <p className="text-ink3">{t('sample_words')}</p>
  return (
    // New words are a new element: text that is replaced would count as moved.
    <div key={`${latest.start} ${latest.text}`}>
      <span className="tabular block text-sm text-ink2">{formatTimestamp(latest.start)}</span>
      <p dir="auto" className="text-ink2">
        {latest.before} <span className="text-ink">{latest.text}</span>
      </p>
    </div>
  )
}

/** Characters that fit into four lines; those of Chinese, Japanese and Korean are twice as wide. */
const MAX_WIDTH = 120
const widthOf = (text: string) =>
  text.length + (text.match(/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0)

/** Returns the last segment with words, and as much as fits of the one before; undefined when there is none. */
export function getLatestWords(segments: readonly Segment[]): { start: number; before: string; text: string } | undefined {
  const [last, previous] = segments.filter(({ not_understood, content }) => !not_understood && content.trim() !== '').toReversed()
  if (!last) return undefined
  const text = endOf(last.content, MAX_WIDTH)
  return { start: last.start_time, before: previous ? endOf(previous.content, MAX_WIDTH - widthOf(text)) : '', text }
}

/** Returns the end of a text, from the start of a word. It begins with an ellipsis when something is left out. */
function endOf(text: string, maxWidth: number): string {
  const parts = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.trim())]
  let width = 0
  const first = parts.findLastIndex(({ segment }) => (width += widthOf(segment)) > maxWidth) + 1
  if (first === 0) return text.trim()
  const [firstWord] = parts.slice(first).filter(({ isWordLike }) => isWordLike)
  return firstWord ? `… ${text.trim().slice(firstWord.index)}` : ''
}
