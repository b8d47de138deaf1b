import type { Segment } from '#features/files/contract.ts'
import { formatClock } from '#ui/format.ts'
import { useWords } from '#ui/words.ts'

/** The text of a stretch that was not understood, in the reader's language: `[not understood 0:50-0:56]`. */
export function useNotUnderstood(): (segment: Segment) => string {
  const t = useWords('transcription')
  return ({ start_time, end_time }) =>
    t('not_understood', { from: formatClock(start_time / 1000), to: formatClock(end_time / 1000) })
}
