import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { LiveWords } from '../../contract.ts'
import type { RecordingRow } from '../store.ts'
import { separatorOf, startsNewLine } from './liveLines.ts'
import { startAtPiece } from './planDecoding.ts'
import { insertLiveWords, listLines, lockLiveWords, readLastLine, readLiveWords, updateLiveWords } from './storeLive.ts'

/** Decodes the pieces that have arrived. One job covers one or more pieces, and each worker runs one at a time. */
export const decodeLiveJob = job('recorder.decode-live', z.object({ userId: z.string(), recordingId: z.string() }), {
  attempts: 3,
  retryDelay: 1,
})

/** A job that has not run for this long is considered lost, and the next piece queues another one. */
const JOB_LOST_AFTER = seconds(60)

/** Queues the decoding of a piece that was just stored, or ends live words if it was sent without them. */
export async function followPiece(
  tx: AppContext,
  recording: RecordingRow,
  { number, hasLiveWords }: { number: number; hasLiveWords: boolean },
): Promise<void> {
  const live = await lockLiveWords(tx, recording)
  if (!hasLiveWords) {
    if (live?.is_on) await updateLiveWords(tx, recording, { is_on: false })
    return
  }
  const now = tx.clock.now()
  const start = startAtPiece(number, recording.duration_ms)
  const status = tx.config.liveWords ? 'waiting' : 'unavailable'
  const isQueued = isRecent(live?.queued_at, now)
  const needsJob = !isQueued && (live?.is_on ? live.status : status) !== 'unavailable'
  if (!live) {
    const { user_id, recording_id } = recording
    const unused = { worker_id: null, decoded_at: null, version: 0 }
    const queued_at = needsJob ? now : null
    await insertLiveWords(tx, {
      user_id,
      recording_id,
      is_on: true,
      status,
      piece_count: 1,
      queued_at,
      progress: start,
      ...unused,
    })
  } else {
    await updateLiveWords(tx, recording, {
      is_on: true,
      piece_count: live.piece_count + 1,
      ...(needsJob && { queued_at: now }),
      // Audio recorded while live words were off is skipped.
      ...(!live.is_on && { progress: start, status, version: live.version + 1 }),
    })
  }
  if (needsJob) await queueDecoding(tx, recording)
}

const isRecent = (queuedAt: Date | null | undefined, now: Date): boolean =>
  queuedAt !== null && queuedAt !== undefined && now.getTime() - queuedAt.getTime() < JOB_LOST_AFTER

export const queueDecoding = (tx: AppContext, { user_id, recording_id }: Pick<RecordingRow, 'user_id' | 'recording_id'>) =>
  tx.jobs.send(decodeLiveJob, { userId: user_id, recordingId: recording_id })

/** Returns the words of a running recording so far, with the lines from number `from` on. Empty when live words are off. */
export async function getLiveWords(ctx: AppContext, recording: RecordingRow, from: number): Promise<LiveWords> {
  const live = await readLiveWords(ctx, recording)
  if (!live?.is_on || recording.state !== 'open') return { status: 'off', lines: [], total: 0, tail: null }
  const { tail, language } = live.progress
  const [lines, last] = [await listLines(ctx, recording, from), await readLastLine(ctx, recording)]
  const isNewLine = tail[0] !== undefined && startsNewLine(last, tail[0])
  const text = tail.map(([, , word]) => word).join(separatorOf(language))
  return {
    status: live.status,
    lines: lines.map(({ start, text: lineText }) => ({ start, text: lineText })),
    total: last ? last.number + 1 : 0,
    tail: tail[0]
      ? { start: Math.round(tail[0][0]), text: (isNewLine ? '' : separatorOf(language)) + text, is_new_line: isNewLine }
      : null,
  }
}
