import { newId } from '#browser/random/random.ts'
import { getItem, removeItem, setItem } from '#browser/storage/storage.ts'

const storageKeyOf = (fileId: string): string => `new_note_${fileId}`

/**
 * Returns the post id of a new note. It is the same until the server has answered, also after a reload, so that a repeated request
 * makes one note. `content` is what the note is made with: another content is another note.
 */
export function postIdOf(fileId: string, content: string): string {
  const stored = getItem(storageKeyOf(fileId), { area: 'session' })
  if (isPost(stored) && stored.content === content) return stored.postId
  const postId = newId()
  setItem(storageKeyOf(fileId), { content, postId }, { area: 'session' })
  return postId
}

/** The server has answered. */
export const forgetPostId = (fileId: string): void => removeItem(storageKeyOf(fileId), { area: 'session' })

const isPost = (value: unknown): value is { content: string; postId: string } =>
  typeof value === 'object' && value !== null && 'content' in value && 'postId' in value && typeof value.postId === 'string'
