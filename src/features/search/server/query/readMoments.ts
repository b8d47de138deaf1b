import type { AppContext } from '#platform/context.ts'
import type { Term } from './parseQuery.ts'
import type { Ranked } from './rankRecordings.ts'
import { type FoundPassage, type Scope, listBestOfTerms, listPassages } from './storeSearch.ts'
import { type PassageMoment, toMoment, toSimilarMoment } from './toMoment.ts'

export type Moments = { readonly total: number; readonly moments: PassageMoment[] }

/**
 * Returns the moments of recordings: the best passages when one contains all words, otherwise the best passage for each word.
 * Passages with a similar meaning follow if there is room.
 */
export async function readMoments(
  ctx: AppContext,
  scope: Scope,
  { page, terms, limit, areCommon }: { page: readonly Ranked[]; terms: readonly Term[]; limit: number; areCommon: boolean },
): Promise<ReadonlyMap<string, Moments>> {
  const together = page.filter(({ isTogether }) => isTogether).map(({ fileId }) => fileId)
  const best = await listPassages(ctx, scope, { fileIds: together, terms, limit, areCommon })
  const found = Map.groupBy<string, Omit<FoundPassage, 'total'>>(best, ({ file_id }) => file_id)
  const apart = page
    .filter(({ fileId, isInTitle, hasWords }) => hasWords && !isInTitle && !found.has(fileId))
    .map(({ fileId }) => fileId)
  const ofTerms = terms.length > 1 ? await listBestOfTerms(ctx, scope, apart, terms) : []
  for (const [id, passages] of Map.groupBy(ofTerms, ({ file_id }) => file_id)) found.set(id, passages)
  const totals = new Map(best.map(({ file_id, total }) => [file_id, total]))
  return new Map(
    page.map(({ fileId, similar }) => {
      const passages = found.get(fileId) ?? []
      const keys = new Set(passages.map(keyOf))
      const others = similar.filter((passage) => !keys.has(keyOf(passage)))
      const shown = [
        ...passages.map((passage) => ({ passage, moment: () => toMoment(passage, terms, scope.speakers) })),
        ...others.map((passage) => ({ passage, moment: () => toSimilarMoment(passage, scope.speakers) })),
      ]
      const moments = shown.slice(0, limit).toSorted((a, b) => inReadingOrder(a.passage, b.passage))
      const total = (totals.get(fileId) ?? passages.length) + others.length
      return [fileId, { total, moments: moments.map(({ moment }) => moment()) }]
    }),
  )
}

const keyOf = ({ kind, ref, n }: Place): string => `${kind} ${n} ${ref}`

const KIND_ORDER = ['transcript', 'summary', 'note', 'highlight'] as const

type Place = Pick<FoundPassage, 'kind' | 'ref' | 'n'>

const inReadingOrder = (a: Place, b: Place): number =>
  KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0) || a.n - b.n
