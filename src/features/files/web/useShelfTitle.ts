import { useWords } from '#ui/words.ts'
import { isSource } from '../rules.ts'
import type { Shelf, Source } from '../rules.ts'

/** What a shelf is called; a folder by `title`, which only its own feature knows. */
export function useShelfTitle({ tagId, categoryId, title }: Shelf & { title?: string | undefined }): string {
  const t = useWords('files')
  if (title !== undefined) return title
  if (tagId !== undefined) return t('folder')
  if (categoryId === 'unorganized' || categoryId === 'trash') return t(categoryId)
  if (!isSource(categoryId)) return t('all_files')
  // Recorders bear the same name in every language.
  const names: Record<Source, string> = {
    call: t('source_call'),
    web: t('source_web'),
    desktop: t('source_desktop'),
    welcomeNote: t('source_welcomeNote'),
    note: 'Note',
    notepin: 'NotePin',
    NotePinS: 'NotePin S',
    NotePro: 'Note Pro',
  }
  return names[categoryId]
}
