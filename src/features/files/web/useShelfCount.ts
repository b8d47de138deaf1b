import { SCENES } from '../contract.ts'
import { isSource } from '../rules.ts'
import type { Shelf } from '../rules.ts'
import { useCounts } from './useCounts.ts'

/** How many recordings lie on a shelf, as the server counts them; undefined while that is not known. */
export function useShelfCount({ tagId, categoryId }: Shelf): number | undefined {
  const { isKnown, all, unorganized, trash, byFolder, byScene } = useCounts()
  if (!isKnown) return undefined
  if (tagId !== undefined) return byFolder.get(tagId) ?? 0
  if (categoryId === 'unorganized') return unorganized
  if (categoryId === 'trash') return trash
  return isSource(categoryId) ? (byScene.get(SCENES[categoryId]) ?? 0) : all
}
