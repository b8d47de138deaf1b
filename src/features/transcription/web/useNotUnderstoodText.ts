import type { Segment } from '#features/files/contract.ts'
import { formatClock } from '#browser/i18n/format.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Returns a function that gives the translated text of a segment that was not understood: `[not understood 0:50-0:56]`. */
export function useNotUnderstoodText(): (segment: Segment) => string {
  const t = useTranslations('transcription')
  return ({ start_time, end_time }) =>
    t('not_understood', { from: formatClock(start_time / 1000), to: formatClock(end_time / 1000) })
}
