import type { Segment } from '#features/files/contract.ts'
import { formatClock } from '#browser/i18n/format.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SpeechlessSpan } from '../rules.ts'

/** Returns a function that gives the translated text of a segment that was not understood: `[not understood 0:50-0:56]`. */
export function useNotUnderstoodText(): (segment: Segment) => string {
  const t = useTranslations('transcription')
  return ({ start_time, end_time }) =>
    t('not_understood', { from: formatClock(start_time / 1000), to: formatClock(end_time / 1000) })
}

/** Returns a function that gives the translated name of a stretch without speech: `No speech 12:10-14:02`. */
export function useSpeechlessText(): (span: Pick<SpeechlessSpan, 'start' | 'end'>) => string {
  const t = useTranslations('transcription')
  return ({ start, end }) => t('no_speech_time', { from: formatClock(start / 1000), to: formatClock(end / 1000) })
}
