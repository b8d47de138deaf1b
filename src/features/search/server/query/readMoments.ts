import type { AppContext } from '#platform/context.ts'
import type { SearchMoment } from '../../contract.ts'
import type { Term } from './parseQuery.ts'
import type { Ranked } from './rankRecordings.ts'
import { type FoundPassage, type Scope, listPassages } from './storeSearch.ts'
import { toMoment } from './toMoment.ts'

export type Moments = { readonly total: number; readonly moments: SearchMoment[] }

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
  const found = new Map<string, FoundPassage[]>()
  const add = (passages: readonly FoundPassage[]) => {
    for (const passage of passages) found.set(passage.file_id, [...(found.get(passage.file_id) ?? []), passage])
  }
  add(await listPassages(ctx, scope, { fileIds: together, terms, limit, areCommon }))
  const totals = new Map([...found].map(([id, [first]]) => [id, first?.total ?? 0]))
  const apart = page.filter(({ fileId, isInTitle }) => !isInTitle && !found.has(fileId)).map(({ fileId }) => fileId)
  for (const term of terms.length > 1 ? terms : []) {
    // How many passages of other recordings have this word is not known.
    add(await listPassages(ctx, scope, { fileIds: apart, terms: [term], limit: 1, areCommon: true }))
  }
  return new Map(
    [...found].map(([id, passages]) => {
      const unique = [...new Map(passages.map((passage) => [keyOf(passage), passage])).values()]
      const moments = unique.slice(0, limit).toSorted(inReadingOrder)
      return [
        id,
        { total: totals.get(id) ?? unique.length, moments: moments.map((passage) => toMoment(passage, terms, scope.speakers)) },
      ]
    }),
  )
}

const keyOf = ({ kind, ref, n }: FoundPassage): string => `${kind} ${n} ${ref}`

const KIND_ORDER = ['transcript', 'summary', 'note', 'highlight'] as const

const inReadingOrder = (a: FoundPassage, b: FoundPassage): number =>
  KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0) || a.n - b.n
