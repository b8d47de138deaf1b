import { event } from '#platform/events/events.ts'
import type { AppContext } from '#platform/context.ts'
import { NotesChanged } from '../contract.ts'

/** Published in the transaction that changes a text or a name of a note, or a highlight. */
export const notesChanged = event('note.changed', NotesChanged)

/** Tells other features and the pages of the user that the notes or highlights of a recording have changed. */
export async function publishChange(
  tx: AppContext,
  { userId, fileId }: { userId: string; fileId: string },
  topic: 'notes' | 'highlights',
): Promise<void> {
  await tx.events.publish(notesChanged, { userId, fileId })
  await tx.live.publish({ userId, topic, id: fileId })
}
