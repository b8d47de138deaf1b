import { currentAccountId } from '#browser/session/token.ts'
import { getItem, removeItem, setItem } from '#browser/storage/storage.ts'
import { days } from '#shared/units.ts'

/** A text that was typed and is not saved yet, and the version it was typed into. */
export type NoteDraft = { readonly markdown: string; readonly baseVersionId: string }

const keyOf = (fileId: string, noteId: string) => `note_draft_${fileId}_${noteId}`
const ownerOption = () => {
  const owner = currentAccountId()
  return owner === undefined ? {} : { owner }
}
/** Kept long enough to come back after a holiday without a network. */
const LIFETIME = days(30)

export const storeDraft = (fileId: string, noteId: string, draft: NoteDraft): void =>
  setItem(keyOf(fileId, noteId), draft, { lifetime: LIFETIME, ...ownerOption() })

export const removeDraft = (fileId: string, noteId: string): void => removeItem(keyOf(fileId, noteId), ownerOption())

export function readDraft(fileId: string, noteId: string): NoteDraft | undefined {
  const stored = getItem(keyOf(fileId, noteId), ownerOption())
  if (typeof stored !== 'object' || stored === null) return undefined
  const { markdown, baseVersionId } = stored as Partial<NoteDraft>
  return typeof markdown === 'string' && typeof baseVersionId === 'string' ? { markdown, baseVersionId } : undefined
}
