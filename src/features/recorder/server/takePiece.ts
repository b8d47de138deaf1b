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
  /** As announced in the header. */
  readonly md5: string
  readonly duration: Millis
  readonly body: Uint8Array
}

/** `kept`: the bytes and the row are stored durably. */
export type PieceOutcome = 'kept' | 'damaged' | 'notSound' | 'otherBody' | 'gone' | 'tooLong' | 'accountFull'

/**
 * Stores a piece: first its bytes, flushed, then its row. When the process dies in between, there is no response and the piece is
 * sent again. Rejects with NotFound for a recording of another user, and with BlobError 'no-room'.
 */
export async function takePiece(ground: Ground, userId: string, piece: SentPiece): Promise<PieceOutcome> {
  if (createHash('md5').update(piece.body).digest('hex') !== piece.md5) return 'damaged'
  // Pieces contain whole frames, so each one begins with a frame header.
  if (piece.body[0] !== 0xff || (piece.body[1]! & 0xe0) !== 0xe0) return 'notSound'
  const recording = await readRecording(ground, userId, piece.recordingId)
  if (!recording) throw new NotFound()
  const early = await known(ground, recording, piece)
  if (early) return early
  if (!(await fitsStorage(ground, userId, piece.body.length))) return 'accountFull'
  const key = pieceKey(recording, piece.number, piece.md5)
  await ground.blobs.put(key, piece.body)
  const outcome = await keepRow(ground, recording, piece)
  // @NOTE Deleted only when no row can refer to these bytes any more: the same piece may be sent twice at a time. Other leftovers
  // are deleted with the folder when the recording ends.
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

/** Returns the outcome that is known without storing the piece, or undefined when it has to be stored. */
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
