import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readSettings } from '#features/profile/server.ts'
import { engineLanguage } from '#shared/languageOptions.ts'
import { newId } from '#shared/newId.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { AudioError } from '#platform/audio/audio.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import type { AppContext } from '#platform/context.ts'
import type { JobRun } from '#platform/jobs/jobs.ts'
import { SpeechError } from '#platform/speech/speech.ts'
import type { Word } from '#platform/speech/speech.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { joinPieces } from '../pieceBlobs.ts'
import { type PieceRow, listPiecesFrom, readRecording, type RecordingRow } from '../store.ts'
import { confirmWords, type Decoded } from './confirmWords.ts'
import { appendWords } from './liveLines.ts'
import { queueDecoding } from './liveWords.ts'
import { type LiveProgress, type ReceivedPiece, pause, planDecoding, positionOf, startAtPiece } from './planDecoding.ts'
import {
  type LiveWordsRow,
  isWorkerTaken,
  lockLiveWords,
  readLastLine,
  readLiveWords,
  updateLiveWords,
  upsertLines,
} from './storeLive.ts'
import { liveWordsTopic } from '../../contract.ts'

/** Identifies this process, so that it decodes one recording at a time. */
const WORKER_ID = newId(systemClock.now())
/** A recording without new pieces for this long gives up its worker. */
const WORKER_FREE_AFTER: Millis = seconds(20)
/** A longer decoding is aborted. */
const MAX_DECODING_TIME: Millis = seconds(30)
/** In shorter audio, language detection is unreliable, so the language of the previous words is used. */
const MIN_DETECTION: Millis = seconds(8)

/** Decodes the new pieces of a recording and publishes its words. Errors of the engine end only this step. */
export async function decodeLive(
  ctx: AppContext,
  { userId, recordingId }: { userId: string; recordingId: string },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const recording = await readRecording(ctx, userId, recordingId)
  const live = recording && (await readLiveWords(ctx, recording))
  if (!live || recording.state !== 'open') return
  if (!live.is_on || live.status === 'unavailable') return saveStep(ctx, live, {})
  const rows = await listPiecesFrom(ctx, recording, live.progress.piece)
  const pieces = rows.map(toReceivedPiece)
  const now = ctx.clock.now().getTime()
  const newest = pieces.at(-1)
  if (newest && (await isWorkerTaken(ctx, recordingId, WORKER_ID, new Date(now - WORKER_FREE_AFTER)))) {
    const progress = startAtPiece(newest.number + 1, positionOf(live.progress, pieces, newest.number + 1))
    return saveStep(ctx, live, { progress, status: 'taken' })
  }
  const plan = planDecoding(live.progress, pieces, now)
  if (plan.kind === 'wait') return saveStep(ctx, live, {})
  if (plan.kind === 'pause') return saveStep(ctx, live, { progress: plan.progress, status: 'paused' })
  const { progress, last } = plan
  const sound = { recording, rows: rows.filter(({ number }) => number >= progress.piece && number <= last), progress }
  const end = positionOf(progress, pieces, last + 1)
  try {
    const decoded = await decodeSound(ctx, sound, { end, signal })
    const result = confirmWords(progress, decoded)
    await saveStep(ctx, live, {
      progress: { ...moveToStart(result.progress, pieces), next: last + 1, hasFailed: false },
      status: 'running',
      confirmed: result.newlyConfirmed,
      hasMore: pieces.some(({ number }) => number > last),
    })
  } catch (error) {
    // If it has ended in the meantime, its pieces are deleted.
    if ((await readRecording(ctx, userId, recordingId))?.state !== 'open') return
    if (signal.aborted || !(error instanceof SpeechError || error instanceof AudioError)) throw error
    ctx.log.warn({ err: error, recordingId }, 'live words could not be decoded')
    await saveStep(ctx, live, stepAfter(error, progress, { end, last, now }))
  }
}

/**
 * Audio in which the engine died is decoded once more, together with the next piece, and then skipped. A slow engine causes a
 * pause, and one that cannot run is not used again.
 */
function stepAfter(
  error: SpeechError | AudioError,
  progress: LiveProgress,
  { end, last, now }: { end: Millis; last: number; now: Millis },
) {
  const { language, pauses } = progress
  const next = { ...startAtPiece(last + 1, end), language, pauses }
  const isCrash = error instanceof SpeechError && error.kind === 'engine-died'
  if (isCrash && !progress.hasFailed) return { progress: { ...progress, hasFailed: true }, status: 'running' } as const
  if (isCrash || error instanceof AudioError) return { progress: next, status: 'running' } as const
  if (error.kind === 'aborted') return { progress: pause(next, now), status: 'paused' } as const
  return { progress: next, status: 'unavailable' } as const
}

type Sound = { readonly recording: RecordingRow; readonly rows: readonly PieceRow[]; readonly progress: LiveProgress }

async function decodeSound(
  ctx: AppContext,
  { recording, rows, progress }: Sound,
  { end, signal }: { end: Millis; signal: AbortSignal },
): Promise<Decoded> {
  const bytes = await buffer(joinPieces(ctx.blobs, recording, rows))
  const source = { size: bytes.length, open: async (range: { start: number; end?: number }) => readRange(bytes, range) }
  const { trans_language } = await readSettings(ctx, recording.user_id)
  const chosen = trans_language === null ? undefined : engineLanguage(trans_language)
  const isShort = end - progress.start < MIN_DETECTION
  const words: Word[] = []
  const tooSlow = new AbortController()
  const done = new AbortController()
  ctx.clock.wait(MAX_DECODING_TIME, done.signal).then(
    () => tooSlow.abort(),
    () => undefined,
  )
  try {
    const from = progress.start - progress.pieceAt
    const { language } = await ctx.liveSpeech.transcribe(decodeAudio(source, { from, signal }), {
      language: chosen ?? ((isShort && progress.language) || undefined),
      live: true,
      label: `${recording.filename}, live from ${Math.round(progress.start)} ms`,
      signal: AbortSignal.any([signal, tooSlow.signal]),
      onWindow: (window) => {
        for (const [start, wordEnd, text, confidence] of window.words)
          words.push([start + progress.start, wordEnd + progress.start, text, confidence])
      },
    })
    return { words, language, end }
  } finally {
    done.abort()
  }
}

const readRange = (bytes: Buffer, { start, end = bytes.length - 1 }: { start: number; end?: number }): Readable =>
  Readable.from([bytes.subarray(start, end + 1)], { objectMode: false })

const toReceivedPiece = ({ number, duration_ms, received_at }: PieceRow): ReceivedPiece => ({
  number,
  duration: duration_ms,
  receivedAt: received_at.getTime(),
})

/** Drops the pieces that end before the start of the next decoding. */
function moveToStart(progress: LiveProgress, pieces: readonly ReceivedPiece[]): LiveProgress {
  const isBefore = ({ number }: ReceivedPiece) => positionOf(progress, pieces, number) <= progress.start
  const piece = pieces.findLast(isBefore)?.number ?? progress.piece
  return { ...progress, piece, pieceAt: positionOf(progress, pieces, piece) }
}

type Step = {
  progress?: LiveProgress
  status?: LiveWordsRow['status']
  /** Words that are appended to the lines. */
  confirmed?: readonly Word[]
  /** Whether pieces are left for the next step. */
  hasMore?: boolean
}

/**
 * Saves a step and publishes its changes, unless another step was saved first or the recording has ended. Queues the next step when
 * more pieces have arrived.
 */
const saveStep = (
  ctx: AppContext,
  live: LiveWordsRow,
  { progress, status, confirmed = [], hasMore = false }: Step,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const locked = await lockLiveWords(tx, live)
    if (!locked) return
    const isCurrent = locked.version === live.version
    const now = tx.clock.now()
    const isContinued = locked.is_on && (hasMore || locked.piece_count > live.piece_count)
    await updateLiveWords(tx, live, {
      queued_at: isContinued ? now : null,
      ...(isCurrent && progress && { progress, version: live.version + 1 }),
      ...(isCurrent && status && { status }),
      ...(status === 'running' && { worker_id: WORKER_ID, decoded_at: now }),
    })
    if (isContinued) await queueDecoding(tx, live)
    if (!isCurrent) return
    await upsertLines(tx, live, appendWords(await readLastLine(tx, live), confirmed, progress?.language ?? ''))
    if (progress) await tx.live.publish(liveWordsTopic, { userId: live.user_id, id: live.recording_id })
  })
