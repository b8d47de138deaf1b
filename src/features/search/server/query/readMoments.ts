import type { AppContext } from '#platform/context.ts'
import type { Term } from './parseQuery.ts'
import type { Ranked } from './rankRecordings.ts'
import { type FoundPassage, type Scope, listBestOfTerms, listPassages } from './storeSearch.ts'
import { type PassageMoment, toMoment } from './toMoment.ts'

export type Moments = { readonly total: number; readonly moments: PassageMoment[] }

/**
 * Returns the moments of recordings: of one with all words in a passage its best passages, of another the best passage for each
 * word.
 */
export async function readMoments(
  ctx: AppContext,
  scope: Scope,
  { page, terms, limit, areCommon }: { page: readonly Ranked[]; terms: readonly Term[]; limit: number; areCommon: boolean },
): Promise<ReadonlyMap<string, Moments>> {
  const together = page.filter(({ isTogether }) => isTogether).map(({ fileId }) => fileId)
  const best = await listPassages(ctx, scope, { fileIds: together, terms, limit, areCommon })
  const found = Map.groupBy<string, Omit<FoundPassage, 'total'>>(best, ({ file_id }) => file_id)
  const apart = page.filter(({ fileId, isInTitle }) => !isInTitle && !found.has(fileId)).map(({ fileId }) => fileId)
  const ofTerms = terms.length > 1 ? await listBestOfTerms(ctx, scope, apart, terms) : []
  for (const [id, passages] of Map.groupBy(ofTerms, ({ file_id }) => file_id)) found.set(id, passages)
  const totals = new Map(best.map(({ file_id, total }) => [file_id, total]))
  return new Map(
    [...found].map(([id, passages]) => {
      const moments = passages.slice(0, limit).toSorted(inReadingOrder)
      return [
        id,
        { total: totals.get(id) ?? passages.length, moments: moments.map((passage) => toMoment(passage, terms, scope.speakers)) },
      ]
    }),
  )
}

const KIND_ORDER = ['transcript', 'summary', 'note', 'highlight'] as const

type Place = Pick<FoundPassage, 'kind' | 'ref' | 'n'>

const inReadingOrder = (a: Place, b: Place): number =>
  KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0) || a.n - b.n
