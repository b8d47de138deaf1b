import { newId } from '#kit/newId.ts'

type Named = { readonly user_id: string; readonly recording_id: string }

// @NOTE Below `sound/<account>`: with the account all that lies there is removed.
/** Where the pieces of a recording lie, and nothing else. */
export const folderOf = ({ user_id, recording_id }: Named): string => `sound/${user_id}/pieces-${recording_id}`

/** The MD5 is part of the name: two bodies under one number never lie in each other's place. */
export const pieceKey = (of: Named, number: number, md5: string): string => `${folderOf(of)}/${number}-${md5}`

/** Where a recording is put together, each time elsewhere. */
export const wholeKey = (userId: string, now: Date): string => `sound/${userId}/${newId(now)}`
