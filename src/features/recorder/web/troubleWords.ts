import { Refused } from '#kit/client.ts'
import { useExplain } from '#ui/useExplain.ts'
import { useWords } from '#ui/words.ts'
import type { RecorderState, StopReason } from './engine/recorderState.ts'

/** The failure and the next step. */
export type TroubleWords = { title: string; text: string; requestId?: string | undefined }

/** Returns messages for failures of starting or finishing a recording. */
export function useTroubleWords(): (trouble: NonNullable<RecorderState['trouble']>) => TroubleWords {
  const t = useWords('recorder')
  const explain = useExplain()
  return ({ kind, error }) => {
    if (kind !== 'finishFailed') return { title: t(`trouble_${kind}`), text: t(`trouble_${kind}_next`) }
    const title = t('trouble_finishFailed')
    const word = error instanceof Refused ? REFUSED[error.refusal as keyof typeof REFUSED] : undefined
    return word ? { title, text: t(word) } : { title, ...explain(error) }
  }
}

/** By refusal name of the contract. */
const REFUSED = {
  tooShort: 'refused_tooShort',
  tooLong: 'refused_tooLong',
  notSound: 'refused_notSound',
  noRoom: 'trouble_noRoom_next',
  recordingGone: 'refused_recordingGone',
  pieceMissing: 'refused_pieceMissing',
} as const

/** Returns why a recording is interrupted, as the end of a sentence: "the microphone was unplugged". */
export function useStopWords(): (why: StopReason) => string {
  const t = useWords('recorder')
  return (why) => t(`stop_${why}`)
}
