import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { newId } from '#kit/newId.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { PieceRow } from './store.ts'

type Named = { readonly user_id: string; readonly recording_id: string }

// @NOTE Under `sound/<account>`, so that it is deleted together with the account.
/** Folder that contains only the pieces of a recording. */
export const folderOf = ({ user_id, recording_id }: Named): string => `sound/${user_id}/pieces-${recording_id}`

/** The name contains the MD5, so that two bodies with the same number never overwrite each other. */
export const pieceKey = (of: Named, number: number, md5: string): string => `${folderOf(of)}/${number}-${md5}`

/** Returns a new key for the joined recording on each call. */
export const wholeKey = (userId: string, now: Date): string => `sound/${userId}/${newId(now)}`

/** Number of pieces fetched ahead: five hours have 4500 pieces, and the store may be remote. */
const AHEAD = 8

/** Returns the audio of all pieces in order. Fails when a piece is missing or incomplete. */
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
