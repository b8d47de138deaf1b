import { sql } from 'kysely'
import { type ActiveFilter, selectActive } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { Span } from '../indexing/passages.ts'
import { type TermToken, phraseToTsquery } from './parseQuery.ts'

type Scope = { readonly userId: string; readonly filter: ActiveFilter; readonly speakers: readonly string[] }
type Wanted = {
  /** The terms, each with its searched forms. */
  readonly terms: readonly { readonly forms: readonly (readonly TermToken[])[]; readonly weight: number }[]
  /** Speakers named in the words. */
  readonly named: readonly string[]
  readonly limit: number
}

type PassageRow = { file_id: string; n: number; spans: Span[]; score: number }
type CountRow = { term: number; passages: number }

const list = (values: readonly string[]) => sql`${[...values]}::text[]`

/** Maximum number of passages per word. A word in more is not significant, and the other words find its passages. */
const MAX_PER_TERM = 4000
/** The weight of a word in the title or the speaker's name, relative to one in the passage. */
const TITLE_SHARE = 0.4
const SPEAKER_SHARE = 0.5
/** Approximate number of passages per recording, to weigh words by their rarity. */
const PASSAGES_OF_RECORDING = 30

/** Returns the names of all speakers in a scope. */
export async function listSpeakersOf(ctx: AppContext, userId: string, filter: ActiveFilter): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct unnest(r.speakers) as name from search_recording r join (${selectActive(userId, filter)}) a using (file_id)
    where r.user_id = ${userId}`.execute(ctx.db)
  return rows.map(({ name }) => name)
}

/** Returns the passages of transcripts with any of the terms, the best first, and the number of passages with each term. */
export async function listPassagesWithAny(
  ctx: AppContext,
  { userId, filter, speakers }: Scope,
  { terms, named, limit }: Wanted,
): Promise<{ passages: PassageRow[]; counts: CountRow[] }> {
  const known = terms.flatMap(({ forms, weight }, index) => {
    const written = forms.filter((tokens) => tokens.length > 0).map((tokens) => phraseToTsquery(tokens))
    return written.length === 0 ? [] : [{ n: index + 1, query: written.join(' | '), weight }]
  })
  const bySpeakers = speakers.length === 0 ? sql`` : sql`and p.speakers && ${list(speakers)}`
  const { rows } = await sql<{ passages: PassageRow[] | null; counts: CountRow[] | null }>`
    with active as materialized (${selectActive(userId, filter)}),
    term as materialized (
      select * from unnest(${known.map(({ n }) => n)}::int[], ${list(known.map(({ query }) => query))}::tsquery[],
        ${known.map(({ weight }) => weight)}::float8[]) as t (n, query, weight)
    ),
    hit as materialized (
      select term.n, found.place, found.file_id from term cross join lateral (
        select p.ctid as place, p.file_id from search_passage p
        where p.user_id = ${userId} and p.tsv @@ term.query and p.kind = 'transcript' ${bySpeakers}
        limit ${MAX_PER_TERM}
      ) found where found.file_id in (select file_id from active)
    ),
    spoken as materialized (
      select p.ctid as place from search_passage p
      where ${named.length > 0} and p.user_id = ${userId} and p.kind = 'transcript' and p.speakers && ${list(named)}
        and p.file_id in (select file_id from search_recording where user_id = ${userId} and speakers && ${list(named)}
          intersect select file_id from active order by file_id desc limit 200)
      limit ${MAX_PER_TERM}
    ),
    counted as (select n as term, count(*)::int as passages from hit group by n),
    worth as materialized (
      select term.n, term.query, term.weight
        * ln(1 + ((select count(*) from active) * ${PASSAGES_OF_RECORDING} + 20) / (coalesce(counted.passages, 0) + 0.5)) as worth
      from term left join counted on counted.term = term.n
    ),
    titled as (
      select r.file_id, sum(worth) * ${TITLE_SHARE} as worth from search_recording r join worth on r.title @@ worth.query
      where r.user_id = ${userId} and r.file_id in (select file_id from hit) group by r.file_id
    ),
    scored as (
      select place, sum(score) as score from (
        select hit.place, worth.worth as score from hit join worth on worth.n = hit.n
        union all
        select place, (select coalesce(max(worth), 1) from worth) * ${SPEAKER_SHARE} from spoken
      ) each group by place
    ),
    best as materialized (
      select place, score from scored order by score desc, place limit ${limit * 3}
    ),
    passage as (
      select p.file_id, p.n, p.spans, best.score + coalesce(titled.worth, 0) as score
      from best join search_passage p on p.ctid = best.place left join titled on titled.file_id = p.file_id
      order by 4 desc, p.file_id, p.n limit ${limit}
    )
    select (select jsonb_agg(passage order by score desc, file_id, n) from passage) as passages,
      (select jsonb_agg(counted) from counted) as counts`.execute(ctx.db)
  return { passages: rows[0]?.passages ?? [], counts: rows[0]?.counts ?? [] }
}
