import { Refused } from '#shared/client.ts'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { RecorderState, InterruptionReason } from '../engine/recorderState.ts'

/** The failure and the next step. */
export type FailureMessage = { title: string; text: string; requestId?: string | undefined }

/** Returns messages for failures of starting or finishing a recording. */
export function useFailureMessages(): (failure: NonNullable<RecorderState['failure']>) => FailureMessage {
  const t = useTranslations('recorder')
  const explain = useExplainError()
  return ({ kind, error }) => {
    if (kind !== 'finishFailed') return { title: t(`failure_${kind}`), text: t(`failure_${kind}_next`) }
    const title = t('failure_finishFailed')
    const messageKey = error instanceof Refused ? MESSAGE_BY_REFUSAL[error.refusal as keyof typeof MESSAGE_BY_REFUSAL] : undefined
    return messageKey ? { title, text: t(messageKey) } : { title, ...explain(error) }
  }
}

/** By refusal name of the contract. */
const MESSAGE_BY_REFUSAL = {
  tooShort: 'refused_tooShort',
  tooLong: 'refused_tooLong',
  notSound: 'refused_notSound',
  noRoom: 'failure_noRoom_next',
  recordingDeleted: 'refused_recordingGone',
  pieceMissing: 'refused_pieceMissing',
} as const

/** Returns why a recording is interrupted, as the end of a sentence: "the microphone was unplugged". */
export function useInterruptionReasons(): (why: InterruptionReason) => string {
  const t = useTranslations('recorder')
  return (why) => t(`stop_${why}`)
}
