import { createHash } from 'node:crypto'
import { AccountFull, fitsStorage, withinStorage } from '#features/files/server.ts'
import { MAX_RECORDING, MAX_RECORDING_BYTES, MOST_PIECES, PIECE_DURATION } from '../contract.ts'
import type { Millis } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { pieceKey } from './keys.ts'
import { type PieceRow, type RecordingRow, insertPiece, lockRecording, readPiece, readRecording } from './store.ts'

export type SentPiece = {
  readonly recordingId: string
  readonly number: number
  /** As announced. */
  readonly md5: string
  readonly duration: Millis
  readonly body: Uint8Array
}

/** `kept`: it lies on the disk and in the record, and survives whatever happens. */
export type PieceOutcome = 'kept' | 'damaged' | 'notSound' | 'otherBody' | 'gone' | 'tooLong' | 'accountFull'

/**
 * Keeps one piece: first its bytes, flushed, then its row. Who dies in between has said nothing, and the piece comes again.
 * Rejects with NotFound for a recording that is not the user's, and with BlobError 'no-room'.
 */
export async function takePiece(ground: Ground, userId: string, piece: SentPiece): Promise<PieceOutcome> {
  if (createHash('md5').update(piece.body).digest('hex') !== piece.md5) return 'damaged'
  // Whole frames are handed over, so a piece begins with one.
  if (piece.body[0] !== 0xff || (piece.body[1]! & 0xe0) !== 0xe0) return 'notSound'
  const recording = await readRecording(ground, userId, piece.recordingId)
  if (!recording) throw new NotFound()
  const early = await known(ground, recording, piece)
  if (early) return early
  if (!(await fitsStorage(ground, userId, piece.body.length))) return 'accountFull'
  const key = pieceKey(recording, piece.number, piece.md5)
  await ground.blobs.put(key, piece.body)
  const outcome = await keepRow(ground, recording, piece)
  // @NOTE Only where nobody can write a row for these bytes any more: the same piece may be on its way a second time. What is
  // left behind otherwise goes with the folder when the recording ends.
  if (outcome === 'gone' || outcome === 'otherBody') await ground.blobs.delete(key)
  return outcome
}

const keepRow = (ground: Ground, recording: RecordingRow, piece: SentPiece): Promise<PieceOutcome> =>
  ground
    .inOneStep<PieceOutcome>(async (step) => {
      const locked = await lockRecording(step, recording)
      if (!locked) return 'gone'
      const late = await known(step, locked, piece)
      if (late) return late
      await withinStorage(step, locked.user_id, () => insertPiece(step, rowOf(locked, piece), step.clock.now()))
      return 'kept'
    })
    .catch((error: unknown) => {
      if (error instanceof AccountFull) return 'accountFull'
      throw error
    })

/** What can be said of a piece without keeping it; undefined when it is to be kept. */
async function known(ground: Ground, recording: RecordingRow, piece: SentPiece): Promise<PieceOutcome | undefined> {
  const there = await readPiece(ground, recording, piece.number)
  if (there) return there.md5 === piece.md5 ? 'kept' : 'otherBody'
  if (recording.state !== 'open') return 'gone'
  const fits =
    piece.number <= MOST_PIECES &&
    recording.bytes + piece.body.length <= MAX_RECORDING_BYTES &&
    recording.duration_ms + piece.duration <= MAX_RECORDING + PIECE_DURATION
  return fits ? undefined : 'tooLong'
}

const rowOf = ({ user_id, recording_id }: RecordingRow, { number, md5, duration, body }: SentPiece): PieceRow => ({
  user_id,
  recording_id,
  number,
  md5,
  bytes: body.length,
  duration_ms: Math.round(duration),
})
