import { type RawBuilder, sql } from 'kysely'
import { type ActiveFilter, selectActive } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { PassageKind, Span } from '../indexing/passages.ts'
import { type ParsedQuery, type Term, isSingleToken, toTsquery, toUnorderedTsquery } from './parseQuery.ts'

/** The user whose recordings are searched, and the filters. */
export type Scope = {
  readonly userId: string
  readonly filter: ActiveFilter
  readonly speakers: readonly string[]
  readonly languages: readonly string[]
}

/** A recording that contains all words, anywhere. */
export type Candidate = {
  file_id: string
  start_time: Date
  language: string
  /** 0 when the title does not contain all words. */
  title_rank: number
  partial_title_rank: number
  /** The number of passages that contain all words, and the best rank of one, unless there are too many to rank. */
  hits: number
  rank: number | null
}

const all = (terms: readonly Term[], write: (term: Term) => string): string => terms.map(write).join(' & ')
const any = (terms: readonly Term[]): string => terms.map(toTsquery).join(' | ')
const list = (values: readonly string[]) => sql`${[...values]}::text[]`

/**
 * Makes the queries of a transaction use indexes wherever possible. The planner does not know that the words of a row are long, and
 * would scan those of all rows.
 */
export const useIndexes = async (tx: AppContext): Promise<void> => void (await sql`set local enable_seqscan = off`.execute(tx.db))

/** Returns SQL for a `tsquery` that requires all terms. */
export const wholeQuery = (terms: readonly Term[]): RawBuilder<unknown> => sql`${all(terms, toTsquery)}::tsquery`

/** Returns SQL that selects the recordings of a scope with all words, if any, and without excluded ones. */
export function selectCandidates(
  { userId, filter, speakers, languages }: Scope,
  { terms, excluded }: ParsedQuery,
): RawBuilder<unknown> {
  const words = excluded.filter(isSingleToken)
  const phrases = excluded.filter((term) => !isSingleToken(term))
  const conditions = [
    sql`r.user_id = ${userId}`,
    ...(terms.length === 0 ? [] : [sql`r.words @@ ${all(terms, toUnorderedTsquery)}::tsquery`]),
    ...(languages.length === 0 ? [] : [sql`r.language = any(${list(languages)})`]),
    ...(speakers.length === 0 ? [] : [sql`r.speakers && ${list(speakers)}`]),
    ...(words.length === 0
      ? []
      : [
          sql`r.file_id not in (select file_id from search_recording where user_id = ${userId} and words @@ ${any(words)}::tsquery)`,
        ]),
    ...(phrases.length === 0
      ? []
      : [
          sql`r.file_id not in (select file_id from search_passage where user_id = ${userId} and tsv @@ ${any(phrases)}::tsquery)`,
          sql`not r.title @@ ${any(phrases)}::tsquery`,
        ]),
  ]
  return sql`select r.file_id, r.title, r.language, a.start_time from search_recording r join (${selectActive(userId, filter)}) a using (file_id)
    where ${sql.join(conditions, sql` and `)}`
}

/** With speakers, only what they say is searched. */
const bySpeakers = ({ speakers }: Scope) =>
  speakers.length === 0 ? sql`` : sql`and kind = 'transcript' and speakers && ${list(speakers)}`

/**
 * Selects the positions and recordings of a user's passages that contain all terms. @NOTE Always materialized, and joined
 * afterwards: otherwise the planner would read the words of all passages of many recordings instead of using the index. Passages
 * are then read by their position.
 */
const selectMatching = (scope: Scope, terms: readonly Term[]) => sql`
  select p.ctid as place, p.file_id from search_passage p
  where p.user_id = ${scope.userId} and p.tsv @@ ${all(terms, toTsquery)}::tsquery
    ${scope.filter.fileId === undefined ? sql`` : sql`and p.file_id = ${scope.filter.fileId}`}
    ${bySpeakers(scope)}`

/**
 * Returns the recordings with all words. At most `limit` passages are counted; if there are more, `total` is `limit` + 1. They are
 * only ranked if there are at most `ranked`, because ranking reads the words of each.
 */
export async function listCandidates(
  ctx: AppContext,
  scope: Scope,
  query: ParsedQuery,
  { limit, ranked }: { limit: number; ranked: number },
): Promise<{ candidates: Candidate[]; total: number }> {
  const [whole, partial] = [wholeQuery(query.terms), sql`${any(query.terms)}::tsquery`]
  const { rows } = await sql<Candidate>`
    with matching as materialized (${selectMatching(scope, query.terms)}),
    candidate as materialized (${selectCandidates(scope, query)}),
    found as materialized (select * from matching where file_id in (select file_id from candidate) limit ${limit + 1}),
    counted as (select file_id, count(*) as hits from found group by file_id),
    rank as (
      select file_id, max(ts_rank_cd(tsv, ${whole}))::float8 as rank from search_passage
      where ctid = any(array(select place from found where (select count(*) from found) <= ${ranked}))
      group by file_id
    )
    select file_id, start_time, language, coalesce(hits, 0) as hits, rank.rank,
      case when title @@ ${whole} then ts_rank_cd(title, ${whole}) else 0 end::float8 as title_rank,
      case when title @@ ${partial} then ts_rank(title, ${partial}) else 0 end::float8 as partial_title_rank
    from candidate left join counted using (file_id) left join rank using (file_id)`.execute(ctx.db)
  return { candidates: rows, total: rows.reduce((sum, { hits }) => sum + hits, 0) }
}

/** Returns which of these recordings contain the term in one passage or in their title, or, with speakers, in what they say. */
export async function filterWithTerm(
  ctx: AppContext,
  scope: Scope,
  fileIds: readonly string[],
  term: Term,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ file_id: string }>`
    with matching as materialized (${selectMatching(scope, [term])})
    select distinct file_id from matching where file_id = any(${list(fileIds)})
    union
    select file_id from search_recording
    where user_id = ${scope.userId} and file_id = any(${list(fileIds)}) and title @@ ${toTsquery(term)}::tsquery
      and ${scope.speakers.length === 0}`.execute(ctx.db)
  return new Set(rows.map(({ file_id }) => file_id))
}

export type FoundPassage = {
  file_id: string
  kind: PassageKind
  ref: string
  n: number
  note_name: string
  body: string
  spans: Span[]
  /** The number of matching passages in the recording. */
  total: number
}

export type PassageQuery = {
  readonly fileIds: readonly string[]
  readonly terms: readonly Term[]
  /** Maximum number of passages per recording. */
  readonly limit: number
  /** Whether the terms are so common that reading all passages of these recordings is faster. */
  readonly areCommon: boolean
}

/** Returns the best passages with all terms in these recordings. */
export async function listPassages(
  ctx: AppContext,
  scope: Scope,
  { fileIds, terms, limit, areCommon }: PassageQuery,
): Promise<FoundPassage[]> {
  if (fileIds.length === 0) return []
  const whole = wholeQuery(terms)
  const ofFiles = sql`
    select p.ctid as place, p.file_id, p.kind, p.speakers, p.tsv from search_passage p
    where p.user_id = ${scope.userId} and p.file_id = any(${list(fileIds)})`
  const found = areCommon
    ? sql`own as materialized (${ofFiles}), found as materialized (select place from own where tsv @@ ${whole} ${bySpeakers(scope)})`
    : sql`matching as materialized (${selectMatching(scope, terms)}),
        found as materialized (select place from matching where file_id = any(${list(fileIds)}))`
  const { rows } = await sql<FoundPassage>`
    with ${found}, ranked as (
      select p.ctid as place, count(*) over (partition by p.file_id) as total,
        row_number() over (partition by p.file_id order by ts_rank_cd(p.tsv, ${whole}) desc, p.kind desc, p.ref, p.n) as nth
      from search_passage p where p.ctid = any(array(select place from found))
    ), best as materialized (select * from ranked where nth <= ${limit})
    select p.file_id, p.kind, p.ref, p.n, p.note_name, p.body, p.spans, best.total
    from best join search_passage p on p.ctid = best.place
    order by p.file_id, best.nth`.execute(ctx.db)
  return rows
}

/** Returns the best passage of each recording for each term, in text order. */
export async function listBestOfTerms(
  ctx: AppContext,
  { userId }: Scope,
  fileIds: readonly string[],
  terms: readonly Term[],
): Promise<Omit<FoundPassage, 'total'>[]> {
  if (fileIds.length === 0) return []
  // Words stored out of line (TOAST) are read at every comparison; those of a new value are not.
  const { rows } = await sql<FoundPassage>`
    with own as materialized (
      select p.ctid as place, p.file_id, p.kind, p.ref, p.n, p.tsv || ''::tsvector as tsv from search_passage p
      where p.user_id = ${userId} and p.file_id = any(${list(fileIds)})
    ), ranked as (
      select place, row_number() over (
        partition by file_id, term.n order by ts_rank_cd(own.tsv, term.query) desc, kind desc, ref, own.n) as nth
      from own join unnest(${list(terms.map(toTsquery))}::tsquery[]) with ordinality as term (query, n) on own.tsv @@ term.query
    ), best as materialized (select distinct place from ranked where nth = 1)
    select p.file_id, p.kind, p.ref, p.n, p.note_name, p.body, p.spans
    from best join search_passage p on p.ctid = best.place
    order by p.file_id, p.kind desc, p.ref, p.n`.execute(ctx.db)
  return rows
}

/** Returns the speakers of each of these recordings, in the order in which they first speak. */
export async function listSpeakersByFile(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (fileIds.length === 0) return new Map()
  const { rows } = await sql<{ file_id: string; speakers: string[] }>`
    select file_id, speakers from search_recording where user_id = ${userId} and file_id = any(${list(fileIds)})`.execute(ctx.db)
  return new Map(rows.map(({ file_id, speakers }) => [file_id, speakers]))
}

export type FacetRow = { kind: 'speakers' | 'languages' | 'scenes'; value: string; recordings: number }

/** Returns the facets of a user's library, the most frequent values first. */
export async function listFacets(ctx: AppContext, userId: string): Promise<FacetRow[]> {
  const { rows } = await sql<FacetRow>`
    with own as (select r.language, r.speakers, a.scene from search_recording r join (${selectActive(userId)}) a using (file_id)
      where r.user_id = ${userId})
    select 'languages' as kind, language as value, count(*) as recordings from own where language <> '' group by language
    union all select 'scenes', scene::text, count(*) from own group by scene
    union all select 'speakers', name, count(*) from own, unnest(speakers) as name group by name
    order by kind, recordings desc, value`.execute(ctx.db)
  return rows
}
