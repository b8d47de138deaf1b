import { readDraft, removeDraft, storeDraft } from '#browser/storage/drafts.ts'

/** A text that was typed and is not saved yet, and the version it was typed into. */
export type NoteDraft = { readonly markdown: string; readonly baseVersionId: string }

const draftKey = (fileId: string, noteId: string) => `note_${fileId}_${noteId}`

export const storeNoteDraft = (fileId: string, noteId: string, draft: NoteDraft): void =>
  storeDraft(draftKey(fileId, noteId), draft)

export const removeNoteDraft = (fileId: string, noteId: string): void => removeDraft(draftKey(fileId, noteId))

export function readNoteDraft(fileId: string, noteId: string): NoteDraft | undefined {
  const stored = readDraft(draftKey(fileId, noteId))
  if (typeof stored !== 'object' || stored === null) return undefined
  const { markdown, baseVersionId } = stored as Partial<NoteDraft>
  return typeof markdown === 'string' && typeof baseVersionId === 'string' ? { markdown, baseVersionId } : undefined
}
