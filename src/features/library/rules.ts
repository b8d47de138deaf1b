import type { SCENES } from '#features/files/contract.ts'

/** The sources that have their own list, in the order of the sidebar (B§2). The welcome file has none. */
export const SOURCES = [
  'call',
  'notepin',
  'NotePinS',
  'NotePro',
  'recorder',
  'web',
  'desktop',
  'note',
] as const satisfies readonly (keyof typeof SCENES)[]
export type RecordingSource = (typeof SOURCES)[number]

/** The values of `categoryId` in /file-list: the three fixed lists and the sources (A§2, B§2). */
export const CATEGORIES = ['allFiles', 'unorganized', 'trash', ...SOURCES] as const
export type Category = (typeof CATEGORIES)[number]

/** The query of /file-list: a folder or a category. */
export type FileListSearch = { tagId?: string | undefined; categoryId?: Category | undefined }

/** Parses the query of /file-list and drops unknown parameters and values. A folder takes precedence over a category. */
export function parseFileListSearch(search: Record<string, unknown>): FileListSearch {
  const { tagId, categoryId } = search
  if (typeof tagId === 'string' && /^[\w-]{1,64}$/.test(tagId)) return { tagId, categoryId: undefined }
  return { tagId: undefined, categoryId: CATEGORIES.find((candidate) => candidate === categoryId) }
}
