import { event } from '#platform/events/events.ts'
import type { AppContext } from '#platform/context.ts'
import { NotesChanged, type highlightsTopic, type notesTopic } from '../contract.ts'

/** Published in the transaction that changes a text or name of a note, or a highlight. */
export const notesChanged = event('note.changed', NotesChanged)

/** Notifies other features and the user's pages that notes or highlights of a recording have changed. */
export async function publishChange(
  tx: AppContext,
  { userId, fileId }: { userId: string; fileId: string },
  topic: typeof notesTopic | typeof highlightsTopic,
): Promise<void> {
  await tx.events.publish(notesChanged, { userId, fileId })
  await tx.live.publish(topic, { userId, id: fileId })
}
