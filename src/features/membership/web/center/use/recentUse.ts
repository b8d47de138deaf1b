import type { Seconds } from '#shared/units.ts'
import type { Transaction } from '../../../contract.ts'
import type { PastTranscription } from '../../TranscriptHistoryContext.ts'

/** A row of the recent use. `state` is what happens or happened to it besides being used. */
export type UseRow = {
  id: string
  fileId: string | null
  name: string | null
  at: Seconds
  /** What it uses or used; 0 when all of it came back. */
  used: Seconds
  state: 'transcribing' | 'summarizing' | 'returned' | undefined
  /** What came back. */
  returned: Seconds
}

/** The code of a failed transcription whose minutes came back (B§8). */
const REFUNDED = -6

/**
 * Returns the latest rows: what is in progress first, then the newest. What is being transcribed and what came back is known from
 * the transcriptions, what was used from the minutes. The sample recording, which is free, is in neither.
 */
export function joinRecentUse(
  transactions: readonly Transaction[],
  transcriptions: readonly PastTranscription[],
  count: number,
): UseRow[] {
  const charged = transcriptions.filter(({ uses_minutes }) => uses_minutes)
  const inProgress = charged.filter(isTranscribing).map((task) => taskRow(task, 'transcribing'))
  const summarizing = new Set(transcriptions.filter(({ stage }) => stage === 'summarising').map(({ file_id }) => file_id))
  const returned = charged.filter(({ status }) => status === REFUNDED).map((task) => taskRow(task, 'returned'))
  const settled = transactions.flatMap((transaction): UseRow[] => {
    const { id, kind, file_id, file_name, at, seconds } = transaction
    const row = { id, fileId: file_id, name: file_name, at }
    if (kind === 'use')
      return [{ ...row, used: seconds, returned: 0, state: summarizing.has(file_id ?? '') ? 'summarizing' : undefined }]
    return kind === 'refund' ? [{ ...row, used: 0, returned: Math.abs(seconds), state: 'returned' }] : []
  })
  return [...inProgress, ...[...settled, ...returned].toSorted((a, b) => b.at - a.at)].slice(0, count)
}

export const isTranscribing = ({ stage }: PastTranscription): boolean =>
  stage === 'queued' || stage === 'transcribing' || stage === 'separating'

function taskRow(
  { task_id, file_id, filename, duration, made_at }: PastTranscription,
  state: 'transcribing' | 'returned',
): UseRow {
  const length = Math.round(duration / 1000)
  return {
    id: task_id,
    fileId: file_id,
    name: filename,
    at: made_at,
    used: state === 'returned' ? 0 : length,
    returned: state === 'returned' ? length : 0,
    state,
  }
}
