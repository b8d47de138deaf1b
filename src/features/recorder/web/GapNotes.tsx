import { formatClock } from '#ui/format.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { useRecorderState } from './RecorderContext.ts'
import { useStopWords } from './troubleWords.ts'

/** Where sound is missing, and why: nobody should find that out while listening. */
export function GapNotes() {
  const t = useWords('recorder')
  const { duration } = useFormat()
  const stopWords = useStopWords()
  const gaps = useRecorderState((state) => state.gaps)
  if (gaps.length === 0) return null
  return (
    <ul aria-label={t('gaps')} className="grid gap-1 text-sm text-warn">
      {gaps.map(({ at, lost, why }) => (
        <li key={at}>{t('gap', { time: formatClock(at / 1000), length: duration(lost / 1000), why: stopWords(why) })}</li>
      ))}
    </ul>
  )
}
