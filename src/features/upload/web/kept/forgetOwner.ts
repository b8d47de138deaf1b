import { browserBytes } from './browserBytes.ts'
import { browserRows } from './browserRows.ts'

/** Removes what this browser keeps of the uploads of an account which is no more. */
export async function forgetOwner(owner: string): Promise<void> {
  const rows = await browserRows.all()
  const theirs = rows.filter((row) => row.owner === owner)
  if (theirs.length === 0) return
  await browserRows.drop(theirs.map(({ id }) => id))
  await browserBytes.sweep(rows.filter((row) => row.owner !== owner))
}
