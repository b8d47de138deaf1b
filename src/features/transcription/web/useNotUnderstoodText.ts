import type { Segment } from '#features/files/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SpeechlessSpan } from '../rules.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Returns a function that gives the translated text of a segment that was not understood: `[not understood 0:50-0:56]`. */
export function useNotUnderstoodText(): (segment: Segment) => string {
  const t = useTranslations('transcription')
  return ({ start_time, end_time }) => t('not_understood', { from: formatTimestamp(start_time), to: formatTimestamp(end_time) })
}

/** Returns a function that gives the translated name of a stretch without speech: `No speech 12:10-14:02`. */
export function useSpeechlessText(): (span: Pick<SpeechlessSpan, 'start' | 'end'>) => string {
  const t = useTranslations('transcription')
  return ({ start, end }) => t('no_speech_time', { from: formatTimestamp(start), to: formatTimestamp(end) })
}
