import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { pieceKey } from './keys.ts'
import type { PieceRow } from './store.ts'

/** Pieces fetched ahead: five hours are 4500 of them, and a store may be a network away. */
const AHEAD = 8

/** The sound of all pieces, one after another. Fails rather than leave one out or take half of one. */
export function joinPieces(blobs: Blobs, of: { user_id: string; recording_id: string }, pieces: readonly PieceRow[]): Readable {
  const fetchOne = async (piece: PieceRow): Promise<Buffer> => {
    const bytes = await buffer(await blobs.open(pieceKey(of, piece.number, piece.md5)))
    if (bytes.length !== piece.bytes) throw new Error(`piece ${piece.number} has ${bytes.length} of ${piece.bytes} bytes`)
    return bytes
  }
  async function* inOrder() {
    for (let at = 0; at < pieces.length; at += AHEAD) yield* await Promise.all(pieces.slice(at, at + AHEAD).map(fetchOne))
  }
  return Readable.from(inOrder(), { objectMode: false })
}
