import { browserBytes } from './browserBytes.ts'
import { browserRows } from './browserRows.ts'

/** Deletes everything this browser stores of the uploads of a deleted account. */
export async function forgetOwner(owner: string): Promise<void> {
  const rows = await browserRows.all()
  const theirs = rows.filter((row) => row.owner === owner)
  if (theirs.length === 0) return
  await browserRows.drop(theirs.map(({ id }) => id))
  await browserBytes.sweep(rows.filter((row) => row.owner !== owner))
}
