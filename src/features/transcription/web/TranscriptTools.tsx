import { Copy, Search } from 'lucide-react'
import { useMemo } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { notUnderstoodTime, plainTranscript } from '../rules.ts'
import { useNotUnderstood } from './useNotUnderstood.ts'
import { DOUBT_BELOW } from './wordsInText.ts'

export type TranscriptToolsProps = {
  segments: readonly Segment[]
  /** Says that the transcription is still running. */
  note: string | undefined
  onFind: () => void
}

/** The toolbar above the transcript: the legend of dotted words, how much was not understood, search and copy. */
export function TranscriptTools({ segments, note, onFind }: TranscriptToolsProps) {
  const t = useWords('transcription')
  const toast = useRecordingsToast()
  const hasDoubt = useMemo(
    () => segments.some(({ words }) => words?.some(([, , , confidence]) => confidence < DOUBT_BELOW)),
    [segments],
  )
  const missed = useMemo(() => notUnderstoodTime(segments), [segments])
  const notUnderstood = useNotUnderstood()
  const copy = async () => {
    try {
      const inWords = segments.map((row) => (row.not_understood ? { ...row, content: notUnderstood(row) } : row))
      await navigator.clipboard.writeText(plainTranscript(inWords))
      toast.show(t('copied'))
    } catch {
      toast.error(t('copy_failed'))
    }
  }
  return (
    <div className="flex flex-none items-center gap-1 px-10 pt-3 pb-1 text-sm text-ink3 max-md:px-5 max-sm:px-4">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        {note && (
          <span role="status" className="inline-flex items-center gap-2 text-warn">
            <Spinner /> {note}
          </span>
        )}
        {hasDoubt && <span className="underline decoration-dotted decoration-1 underline-offset-4">{t('doubtful_legend')}</span>}
        {missed > 0 && <span>{t('not_understood_time', { count: Math.max(1, Math.round(missed / 1000)) })}</span>}
      </span>
      <IconButton size="sm" label={t('find')} shortcut={FIND_KEY} icon={<Search aria-hidden />} onClick={onFind} />
      <IconButton size="sm" label={t('copy')} icon={<Copy aria-hidden />} onClick={() => void copy()} />
    </div>
  )
}

const FIND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ F' : 'Ctrl F'
