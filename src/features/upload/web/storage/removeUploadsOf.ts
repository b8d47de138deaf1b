import { browserByteStore } from './browserByteStore.ts'
import { browserRowStore } from './browserRowStore.ts'

/** Deletes everything this browser stores of the uploads of a deleted account. */
export async function removeUploadsOf(owner: string): Promise<void> {
  const rows = await browserRowStore.all()
  const ownedRows = rows.filter((row) => row.owner === owner)
  if (ownedRows.length === 0) return
  await browserRowStore.delete(ownedRows.map(({ id }) => id))
  await browserByteStore.deleteExcept(rows.filter((row) => row.owner !== owner))
}
