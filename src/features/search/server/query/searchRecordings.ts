import { unixSeconds } from '#shared/units.ts'
import { SCENES } from '#features/files/contract.ts'
import { isSource } from '#features/files/rules.ts'
import { type ActiveFilter, readFiles, requireFile } from '#features/files/server.ts'
import { isDefaultName } from '#features/transcription/rules.ts'
import type { AppContext } from '#platform/context.ts'
import {
  type FoundRecording,
  type LeftOutWord,
  MOMENTS_COUNTED,
  type SearchFacets,
  type SearchFilters,
  type SearchQuery,
  type SearchResult,
} from '../../contract.ts'
import { embedQuery, type QueryVector } from '../meaning/embedQuery.ts'
import { findByMeaning, type SimilarRecording } from '../meaning/findByMeaning.ts'
import { countWaiting } from '../indexing/storeIndex.ts'
import { type Cursor, formatCursor, isAfter, parseCursor } from './cursor.ts'
import { readMoments } from './readMoments.ts'
import { type ParsedQuery, type Term, isSingleToken, parseQuery } from './parseQuery.ts'
import { comparer, mixRankings, type Ranked, rankRecordings } from './rankRecordings.ts'
import { type Scope, filterWithTerm, listCandidates, listFacets, listSpeakersByFile, useIndexes } from './storeSearch.ts'
import { hasOtherForms, withRelatedWords } from './relatedWords.ts'
import { findLeftOut } from './suggest.ts'
import { marksOf } from './toMoment.ts'

/** With more moments, the number of matches in a recording is more useful than the rank of the best. */
const MOMENTS_RANKED = 1000

/**
 * Searches the recordings of a user outside the trash. Words that occur in no recording are left out, if other words remain.
 * Rejects with NotFound for a recording that is not the user's.
 */
export async function searchRecordings(ctx: AppContext, userId: string, input: SearchQuery): Promise<SearchResult> {
  const start = performance.now()
  if (input.file_id !== undefined) await requireFile(ctx, userId, input.file_id)
  const cursor = input.after === undefined ? undefined : parseCursor(input.after)
  const query = parseQuery(input.query)
  const wanted = cursor?.hasMeaning === false ? null : await embedQuery(ctx, textOf(query))
  const result = await ctx.transaction(async (tx) => {
    await useIndexes(tx)
    return search(tx, userId, { input, query, cursor, wanted })
  })
  return { ...result, took_ms: Math.round(performance.now() - start) }
}

/** Returns the words to search by meaning, without quoted and excluded ones. */
const textOf = ({ terms }: ParsedQuery): string => terms.flatMap(({ text, isQuoted }) => (isQuoted ? [] : text)).join(' ')

type Request = { input: SearchQuery; query: ParsedQuery; cursor: Cursor | undefined; wanted: QueryVector | null }

async function search(
  ctx: AppContext,
  userId: string,
  { input, query: parsed, cursor, wanted }: Request,
): Promise<Omit<SearchResult, 'took_ms'>> {
  const scope = toScope(userId, input)
  const found = await findRecordings(ctx, scope, parsed, input)
  const { total, query, leftOut } = found
  const areCommon = total > MOMENTS_COUNTED
  const similar = wanted ? await findSimilar(ctx, scope, { query: parsed, wanted }) : []
  const ranked = wanted ? mixRankings(found.byRank, similar, input.sort) : found.ranked
  const rest = cursor ? afterCursor(ranked, cursor, { sort: input.sort, hasMeaning: wanted !== null }) : ranked
  const page = rest.slice(0, input.limit)
  const recordings = await readRecordings(ctx, scope, { page, query, moments: input.moments, areCommon })
  const last = rest.length > page.length ? page.at(-1) : undefined
  const hasSuggestion = [...leftOut.values()].some(({ suggestion }) => suggestion !== null)
  const count = (cursor?.count ?? 0) + page.length
  return {
    total_moments: Math.min(total, MOMENTS_COUNTED) + countApart(ranked, recordings, query) + countSimilar(ranked),
    has_more_moments: areCommon,
    total_recordings: ranked.length,
    words: query.terms.map(({ text }) => text),
    left_out: isByMeaningOnly(ranked) ? [] : [...leftOut.values()],
    suggestion: hasSuggestion ? replaceWords(input.query, leftOut) : null,
    recordings,
    next: last ? formatCursor({ place: last, count, hasMeaning: wanted !== null }) : null,
    facets: input.facets ? await readFacets(ctx, userId) : null,
    not_indexed: await countWaiting(ctx, userId),
  }
}

/** If the model does not respond for a further page, that page has only word matches, from about the same position on. */
function afterCursor(
  ranked: readonly Ranked[],
  { place, count, hasMeaning: hadMeaning }: Cursor,
  { sort, hasMeaning }: { sort: SearchQuery['sort']; hasMeaning: boolean },
): Ranked[] {
  return hadMeaning && !hasMeaning && sort === 'best' ? ranked.slice(count) : ranked.filter(isAfter(place, sort))
}

/** Finds recordings by meaning. Quoted words must also occur, adjacent to each other. */
async function findSimilar(
  ctx: AppContext,
  scope: Scope,
  input: { query: ParsedQuery; wanted: QueryVector },
): Promise<SimilarRecording[]> {
  let similar = await findByMeaning(ctx, scope, input)
  for (const term of input.query.terms.filter((each) => each.isQuoted && !isSingleToken(each))) {
    if (similar.length === 0) break
    const fileIds = similar.map(({ fileId }) => fileId)
    const found = await filterWithTerm(ctx, scope, fileIds, term)
    similar = similar.filter(({ fileId }) => found.has(fileId))
  }
  return similar
}

/** When no recording contains any of the words, they were found by the meaning of the whole query. */
const isByMeaningOnly = (ranked: readonly Ranked[]): boolean => ranked.length > 0 && ranked.every(({ hasWords }) => !hasWords)

const countSimilar = (ranked: readonly Ranked[]): number => ranked.reduce((sum, { similar }) => sum + similar.length, 0)

/** `byRank` begins with the best, regardless of the sort order. */
type Found = { ranked: Ranked[]; byRank: Ranked[]; total: number; query: ParsedQuery; leftOut: ReadonlyMap<Term, LeftOutWord> }

/** Returns all recordings that contain the words, and the query that found them. */
async function findRecordings(
  ctx: AppContext,
  scope: Scope,
  parsed: ParsedQuery,
  { sort }: Pick<SearchQuery, 'sort'>,
): Promise<Found> {
  if (parsed.terms.length === 0) return { ranked: [], byRank: [], total: 0, query: parsed, leftOut: new Map() }
  const { query, ...found } = await findWithForms(ctx, scope, parsed, sort)
  if (found.ranked.length > 0) return { ...found, query, leftOut: new Map() }
  const leftOut = await findLeftOut(ctx, scope.userId, query.terms)
  const terms = query.terms.filter((term) => !leftOut.has(term))
  const remaining = { ...query, terms }
  if (leftOut.size === 0 || terms.length === 0) return { ...found, query: remaining, leftOut }
  return { ...(await findTogether(ctx, scope, remaining, sort)), query: remaining, leftOut }
}

/** When this many recordings match the words as typed, other forms are not searched. */
const ENOUGH_RECORDINGS = 20
/** How much lower the tier of recordings is that only contain other forms of a word. */
const FORMS_TIER = 2

/** Finds recordings with the words as typed, followed, if they are few, by those with other forms of the words. */
async function findWithForms(
  ctx: AppContext,
  scope: Scope,
  typed: ParsedQuery,
  sort: SearchQuery['sort'],
): Promise<Omit<Found, 'leftOut'>> {
  const exact = { ...(await findTogether(ctx, scope, typed, sort)), query: typed }
  if (exact.ranked.length >= ENOUGH_RECORDINGS) return exact
  const query = await withRelatedWords(ctx, scope.userId, typed)
  if (!hasOtherForms(query, typed)) return exact
  const all = await findTogether(ctx, scope, query, sort)
  // So common that they are not significant.
  if (all.total > MOMENTS_COUNTED) return exact
  const known = new Set(exact.byRank.map(({ fileId }) => fileId))
  const others = all.byRank.filter(({ fileId }) => !known.has(fileId)).map((each) => ({ ...each, tier: each.tier - FORMS_TIER }))
  const byRank = [...exact.byRank, ...others]
  return { byRank, ranked: sort === 'best' ? byRank : byRank.toSorted(comparer(sort)), total: all.total, query }
}

async function findTogether(
  ctx: AppContext,
  scope: Scope,
  query: ParsedQuery,
  sort: SearchQuery['sort'],
): Promise<Pick<Found, 'ranked' | 'byRank' | 'total'>> {
  const { candidates, total } = await listCandidates(ctx, scope, query, { limit: MOMENTS_COUNTED, ranked: MOMENTS_RANKED })
  const areCommon = total > MOMENTS_COUNTED
  const all = rankRecordings(candidates, { ignoresPassages: areCommon })
  const byRank = await withoutLooseTerms(ctx, scope, query, { ranked: all, areCommon })
  return { byRank, ranked: sort === 'best' ? byRank : byRank.toSorted(comparer(sort)), total }
}

/**
 * Removes recordings in which the words of a quotation are not adjacent, because the word index of a recording has no positions.
 * With speakers, removes matches outside of their passages. With common words, not all passages were read, so all recordings are
 * checked.
 */
async function withoutLooseTerms(
  ctx: AppContext,
  scope: Scope,
  { terms }: ParsedQuery,
  { ranked, areCommon }: { ranked: readonly Ranked[]; areCommon: boolean },
): Promise<Ranked[]> {
  const isSpoken = scope.speakers.length > 0
  const isSure = ({ isTogether, hits }: Ranked) => !areCommon && isTogether && (!isSpoken || hits > 0)
  const mayBeApart = areCommon || (!isSpoken && terms.length > 1)
  const kept = new Set(mayBeApart ? ranked.filter((each) => !isSure(each)).map(({ fileId }) => fileId) : [])
  for (const term of terms.filter((each) => !isSingleToken(each) || (areCommon && isSpoken))) {
    if (kept.size === 0) break
    const found = await filterWithTerm(ctx, scope, [...kept], term)
    for (const id of kept) if (!found.has(id)) kept.delete(id)
  }
  return ranked.filter((each) => isSure(each) || kept.has(each.fileId))
}

/**
 * Counts the moments of recordings whose words are in different passages: the returned ones, and one per word for those on other
 * pages.
 */
function countApart(ranked: readonly Ranked[], recordings: readonly FoundRecording[], { terms }: ParsedQuery): number {
  const given = new Map(recordings.map(({ file_id, moments_total }) => [file_id, moments_total]))
  return ranked.reduce(
    (sum, { isTogether, hasWords, fileId, similar }) =>
      sum + (isTogether || !hasWords ? 0 : (given.get(fileId) ?? terms.length + similar.length) - similar.length),
    0,
  )
}

type Page = { page: readonly Ranked[]; query: ParsedQuery; moments: number; areCommon: boolean }

async function readRecordings(
  ctx: AppContext,
  scope: Scope,
  { page, query, moments, areCommon }: Page,
): Promise<FoundRecording[]> {
  const ids = page.map(({ fileId }) => fileId)
  const files = await readFiles(ctx, scope.userId, ids)
  const momentsOf = await readMoments(ctx, scope, { page, terms: query.terms, limit: moments, areCommon })
  const speakersOf = await listSpeakersByFile(ctx, scope.userId, ids)
  const placeOf = (id: string, speaker: string | null) => {
    const place = speaker === null ? -1 : (speakersOf.get(id)?.indexOf(speaker) ?? -1)
    return place < 0 ? null : place
  }
  const byId = new Map(files.map((file) => [file.file_id, file]))
  return page.flatMap(({ fileId: id, language }) => {
    const file = byId.get(id)
    if (!file) return []
    const found = momentsOf.get(id) ?? { total: 0, moments: [] }
    return {
      file_id: id,
      filename: file.filename,
      title_marks: marksOf(file.filename, query.terms),
      start_time: unixSeconds(file.start_time),
      duration: file.duration_ms,
      folder_ids: file.filetag_ids,
      source: sourceOf(file.scene),
      language,
      moments_total: found.total,
      moments: found.moments.map((moment) => ({ ...moment, speaker_index: placeOf(id, moment.speaker) })),
    }
  })
}

function toScope(userId: string, { filters, file_id }: Pick<SearchQuery, 'filters' | 'file_id'>): Scope {
  const {
    folder_ids,
    sources,
    speakers = [],
    languages = [],
    date_from,
    date_to,
    length_from,
    length_to,
  }: Partial<SearchFilters> = filters ?? {}
  const filter: ActiveFilter = {
    fileId: file_id,
    folderIds: folder_ids,
    scenes: sources?.map(sceneOf),
    from: date_from === undefined ? undefined : new Date(date_from),
    to: date_to === undefined ? undefined : new Date(date_to),
    minDuration: length_from,
    maxDuration: length_to,
  }
  return { userId, filter, speakers, languages }
}

/** Returns the code of a source. For an unknown name, returns a code that no recording has. */
const sceneOf = (source: string): number => (isSource(source) ? SCENES[source] : /^\d{1,9}$/.test(source) ? Number(source) : -1)
const sourceOf = (scene: number): string => Object.entries(SCENES).find(([, code]) => code === scene)?.[0] ?? String(scene)

async function readFacets(ctx: AppContext, userId: string): Promise<SearchFacets> {
  const rows = await listFacets(ctx, userId)
  const of = (kind: (typeof rows)[number]['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ value, recordings }) => ({ value, recordings }))
  return {
    speakers: of('speakers').filter(({ value }) => !isDefaultName(value)),
    languages: of('languages'),
    sources: of('scenes').map(({ value, recordings }) => ({ value: sourceOf(Number(value)), recordings })),
  }
}

/** Returns the query with the suggestions in place of the words that were left out. */
function replaceWords(query: string, leftOut: ReadonlyMap<Term, LeftOutWord>): string {
  return [...leftOut]
    .toSorted(([a], [b]) => b.start - a.start)
    .reduce(
      (text, [{ start, end }, { suggestion }]) => text.slice(0, start) + (suggestion ?? text.slice(start, end)) + text.slice(end),
      query,
    )
}
