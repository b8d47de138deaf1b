import { SCENES } from './contract.ts'
import type { FileRow } from './contract.ts'

/** The part of the library a list shows: a user folder by its id, or a category of B§2 (a shelf or a source). */
export type Shelf = { tagId?: string | undefined; categoryId?: string | undefined }

/** How many recordings lie where. All but `trash` leave out the trash. */
export type FileCounts = {
  all: number
  unorganized: number
  trash: number
  /** By the id of the folder. */
  byFolder: ReadonlyMap<string, number>
  /** By the code of the source, `SCENES` (B§3). */
  byScene: ReadonlyMap<number, number>
}

/** Whether a recording belongs on a shelf; a folder wins over a category, and an unknown category shows all (B§2). */
export function isOnShelf(file: Pick<FileRow, 'is_trash' | 'filetag_id_list' | 'scene'>, { tagId, categoryId }: Shelf): boolean {
  if (tagId === undefined && categoryId === 'trash') return file.is_trash
  if (file.is_trash) return false
  if (tagId !== undefined) return file.filetag_id_list.includes(tagId)
  if (categoryId === 'unorganized') return file.filetag_id_list.length === 0
  const scene = sceneOf(categoryId)
  return scene === undefined || file.scene === scene
}

/** Counts a library once through (B§2 Sidebar). */
export function countFiles(files: readonly Pick<FileRow, 'is_trash' | 'filetag_id_list' | 'scene'>[]): FileCounts {
  const counts = { all: 0, unorganized: 0, trash: 0, byFolder: new Map<string, number>(), byScene: new Map<number, number>() }
  for (const file of files) {
    if (file.is_trash) {
      counts.trash++
      continue
    }
    counts.all++
    if (file.filetag_id_list.length === 0) counts.unorganized++
    for (const id of file.filetag_id_list) counts.byFolder.set(id, (counts.byFolder.get(id) ?? 0) + 1)
    counts.byScene.set(file.scene, (counts.byScene.get(file.scene) ?? 0) + 1)
  }
  return counts
}

/** A source as `categoryId` names it. */
export type Source = keyof typeof SCENES

/** True for the names of the sources (B§3). */
export const isSource = (categoryId: string | undefined): categoryId is Source =>
  categoryId !== undefined && Object.hasOwn(SCENES, categoryId)

const sceneOf = (categoryId: string | undefined): number | undefined => (isSource(categoryId) ? SCENES[categoryId] : undefined)
