import type { SCENES } from '#features/files/contract.ts'

/** The sources one can list by, in the order of the sidebar (B§2). The welcome file has no row of its own. */
export const SOURCES = [
  'call',
  'notepin',
  'NotePinS',
  'NotePro',
  'web',
  'desktop',
  'note',
] as const satisfies readonly (keyof typeof SCENES)[]
export type Source = (typeof SOURCES)[number]

/** `categoryId` of /file-list: one of the three shelves, or a source (A§2, B§2). */
export const CATEGORIES = ['allFiles', 'unorganized', 'trash', ...SOURCES] as const
export type Category = (typeof CATEGORIES)[number]

/** What /file-list shows: a folder, or a category. */
export type FileListSearch = { tagId?: string | undefined; categoryId?: Category | undefined }

/** The query of /file-list with everything foreign left out; a folder wins over a category. */
export function fileListSearch(search: Record<string, unknown>): FileListSearch {
  const { tagId, categoryId } = search
  if (typeof tagId === 'string' && /^[\w-]{1,64}$/.test(tagId)) return { tagId }
  const category = CATEGORIES.find((known) => known === categoryId)
  return category ? { categoryId: category } : {}
}
