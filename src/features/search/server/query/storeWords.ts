import { sql } from 'kysely'
import { selectActive } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { tokenize } from '../words/tokenize.ts'
import { type Term, isSingleToken, toTsquery, toUnorderedTsquery } from './parseQuery.ts'

/** Returns whether a recording of the user, outside the trash, contains the term. */
export async function hasTerm(ctx: AppContext, userId: string, term: Pick<Term, 'parts'>): Promise<boolean> {
  const active = selectActive(userId)
  const unordered = sql`${toUnorderedTsquery(term)}::tsquery`
  const inRecording = sql`select 1 from search_recording r join (${active}) a using (file_id)
    where r.user_id = ${userId} and r.words @@ ${unordered}`
  const ordered = sql`${toTsquery(term)}::tsquery`
  const inPassage = sql`select 1 from search_passage p join (${active}) a using (file_id)
    where p.user_id = ${userId} and p.tsv @@ ${ordered}
    union all ${inRecording} and r.title @@ ${ordered}`
  const { rows } = await sql<{
    found: boolean
  }>`select exists (${isSingleToken(term) ? inRecording : inPassage}) as found`.execute(ctx.db)
  return rows[0]?.found ?? false
}

type KnownWord = { word: string; recordings: number }

/**
 * Returns words of the user's recordings of a similar length that share the first or the second letter with a word. Typing errors
 * rarely affect both.
 */
export async function listSimilarWords(ctx: AppContext, userId: string, word: string, most: number): Promise<KnownWord[]> {
  const [first = '', second = ''] = word
  const isAsLong = sql`length(word) between ${word.length - most} and ${word.length + most}`
  const beginsWith = (letter: string) => sql`(word >= ${letter} and word < ${letter + LAST_CHARACTER})`
  const { rows } = await sql<KnownWord>`
    select word, sum(recordings)::int as recordings from search_word
    where user_id = ${userId} and (${beginsWith(first)} or ${beginsWith(second)}) and ${isAsLong} group by word`.execute(ctx.db)
  return rows
}

const LAST_CHARACTER = '\u{10ffff}'

/** Returns a word as spelled in one of the user's recordings. */
export async function findSpelling(ctx: AppContext, userId: string, word: string): Promise<string | null> {
  const query = sql`${`'${word}'`}::tsquery`
  const { rows } = await sql<{ body: string }>`
    select p.body from search_passage p join (${selectActive(userId)}) a using (file_id)
    where p.user_id = ${userId} and p.tsv @@ ${query} limit 1`.execute(ctx.db)
  const body = rows[0]?.body
  if (body === undefined) return null
  const token = tokenize(body).find(({ text }) => text === word)
  return token ? body.slice(token.start, token.end) : word
}

/** Returns the texts of passages, outside the trash, that match any of these queries. */
export async function listTextsWithAny(
  ctx: AppContext,
  userId: string,
  queries: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select p.body from search_passage p join (${selectActive(userId)}) a using (file_id)
    where p.user_id = ${userId} and p.tsv @@ ${queries.join(' | ')}::tsquery limit ${limit}`.execute(ctx.db)
  return rows.map(({ body }) => body)
}
