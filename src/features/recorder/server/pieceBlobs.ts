import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { newId } from '#shared/newId.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { PieceRow } from './store.ts'

type RecordingIds = { readonly user_id: string; readonly recording_id: string }

// @NOTE Under `sound/<account>`, so that it is deleted together with the account.
/** Folder that contains only the pieces of a recording. */
export const piecesFolder = ({ user_id, recording_id }: RecordingIds): string => `sound/${user_id}/pieces-${recording_id}`

/** The name contains the MD5, so that two bodies with the same number never overwrite each other. */
export const pieceKey = (recording: RecordingIds, number: number, md5: string): string =>
  `${piecesFolder(recording)}/${number}-${md5}`

/** Returns a new key for the joined recording on each call. */
export const recordingKey = (userId: string, now: Date): string => `sound/${userId}/${newId(now)}`

/** Number of pieces fetched ahead: five hours have 4500 pieces, and the store may be remote. */
const PREFETCHED_PIECES = 8

/** Returns the audio of all pieces in order. Fails when a piece is missing or incomplete. */
export function joinPieces(
  blobs: Blobs,
  recording: { user_id: string; recording_id: string },
  pieces: readonly PieceRow[],
): Readable {
  const fetchPiece = async (piece: PieceRow): Promise<Buffer> => {
    const bytes = await buffer(await blobs.open(pieceKey(recording, piece.number, piece.md5)))
    if (bytes.length !== piece.bytes) throw new Error(`piece ${piece.number} has ${bytes.length} of ${piece.bytes} bytes`)
    return bytes
  }
  async function* orderedPieces() {
    for (let index = 0; index < pieces.length; index += PREFETCHED_PIECES)
      yield* await Promise.all(pieces.slice(index, index + PREFETCHED_PIECES).map(fetchPiece))
  }
  return Readable.from(orderedPieces(), { objectMode: false })
}
