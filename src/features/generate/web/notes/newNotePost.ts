import { newId } from '#browser/random/random.ts'
import { readDraft, removeDraft, storeDraft } from '#browser/storage/drafts.ts'

const draftKey = (fileId: string): string => `new_note_${fileId}`
/** Two tabs make two notes. */
const OPTIONS = { area: 'session' } as const

/**
 * Returns the post id of a new note. It is the same until the server has answered, also after a reload, so that a repeated request
 * makes one note. `content` is what the note is made with: another content is another note.
 */
export function postIdOf(fileId: string, content: string): string {
  const stored = readDraft(draftKey(fileId), OPTIONS)
  if (isPost(stored) && stored.content === content) return stored.postId
  const postId = newId()
  storeDraft(draftKey(fileId), { content, postId }, OPTIONS)
  return postId
}

/** The server has answered. */
export const forgetPostId = (fileId: string): void => removeDraft(draftKey(fileId), OPTIONS)

const isPost = (value: unknown): value is { content: string; postId: string } =>
  typeof value === 'object' && value !== null && 'content' in value && 'postId' in value && typeof value.postId === 'string'
