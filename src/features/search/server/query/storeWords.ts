import { sql } from 'kysely'
import { selectActive } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { tokenize } from '../words/tokenize.ts'
import { type Term, isSingleToken, toTsquery, toUnorderedTsquery } from './parseQuery.ts'

/** Returns true when a recording of the user, outside the trash, has the term. */
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

const list = (values: readonly string[]) => sql`${[...values]}::text[]`

type KnownWord = { word: string; recordings: number }

/**
 * Returns words of the user's recordings of about the same length that begin with the first or the second letter of a word: few
 * people mistype both.
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

/** A word of the user's recordings that begins like the word of a term, or that contains it. */
export type VocabularyRow = {
  /** The index of the term. */
  n: number
  word: string
  language: string
  recordings: number
  /** What all forms of the word of the term have in common, in this language. */
  stem: string
  /** Whether it is a form of that word, or ends with one. */
  is_form: boolean
  is_tail_form: boolean
}

/** Dictionaries of PostgreSQL that find the stem of a word, by the language of a recording, for words in Latin letters. */
const LATIN_STEMMERS: Readonly<Record<string, string>> = {
  ...{ '': 'english', en: 'english', de: 'german', fr: 'french', es: 'spanish', it: 'italian', pt: 'portuguese', nl: 'dutch' },
  ...{ sv: 'swedish', da: 'danish', no: 'norwegian', nb: 'norwegian', nn: 'norwegian', fi: 'finnish', hu: 'hungarian' },
  ...{ ro: 'romanian', tr: 'turkish', id: 'indonesian', lt: 'lithuanian', ga: 'irish', ca: 'catalan', eu: 'basque' },
}
const NO_STEMMER = 'simple'
/** Stands for any language, or for any that has no rules above. */
const [ANY, OTHERS] = ['*', '?']
/** The same for other letters, by the range of them. */
const OTHER_STEMMERS = [
  ...[
    { from: 'α', to: 'ϖ', stemmer: 'greek' },
    { from: 'а', to: 'ӿ', stemmer: 'russian' },
  ],
  ...[
    { from: 'ա', to: 'և', stemmer: 'armenian' },
    { from: 'ء', to: 'ۿ', stemmer: 'arabic' },
  ],
  ...[
    { from: 'ऄ', to: 'ह', stemmer: 'hindi' },
    { from: 'அ', to: 'ஹ', stemmer: 'tamil' },
  ],
]
/** Letters with which all forms of a word begin, by its length, and how much longer a form may be. */
const beginningOf = (word: string): string => word.slice(0, word.length <= 7 ? 3 : word.length <= 10 ? 4 : 5)
const MAX_ENDING = 6
const MAX_ROWS = 400

/**
 * Returns words of the user's recordings that may be other forms of words, or compounds with them. A word is compared by the rules of
 * the language of its recordings.
 */
export async function listRelated(
  ctx: AppContext,
  userId: string,
  words: readonly { readonly n: number; readonly word: string }[],
): Promise<VocabularyRow[]> {
  const wanted = words.flatMap(({ n, word }) =>
    stemmersFor(word).map(({ language, stemmer }) => ({ n, word, language, stemmer })),
  )
  const { rows } = await sql<VocabularyRow>`
    with wanted as materialized (
      select n, word, beginning, language, stemmer::regdictionary as stemmer,
        coalesce((ts_lexize(stemmer::regdictionary, word))[1], word) as stem
      from unnest(${wanted.map(({ n }) => n)}::int[], ${list(wanted.map(({ word }) => word))},
        ${list(wanted.map(({ word }) => beginningOf(word)))}, ${list(wanted.map(({ language }) => language))},
        ${list(wanted.map(({ stemmer }) => stemmer))}) as t (n, word, beginning, language, stemmer)
    ), term as materialized (
      select n, word, beginning, min(stem) filter (where word like stem || '%' and length(stem) >= 4) as letters
      from wanted group by n, word, beginning
    ), found as materialized (
      select term.n, w.word, w.language, w.recordings from term cross join lateral (
        (select word, language, recordings from search_word
          where user_id = ${userId} and word >= term.beginning and word < term.beginning || ${LAST_CHARACTER}
            and length(word) <= length(term.word) + ${MAX_ENDING})
        union
        (select word, language, recordings from search_word
          where user_id = ${userId} and length(term.word) >= 4 and word like '%' || coalesce(term.letters, term.word) || '%')
      ) w
    )
    select found.*, wanted.stem, coalesce((ts_lexize(stemmer, found.word))[1], found.word) = wanted.stem as is_form,
      strpos(found.word, wanted.stem) > 1
        and coalesce((ts_lexize(stemmer, substr(found.word, strpos(found.word, wanted.stem))))[1], '') = wanted.stem as is_tail_form
    from found join wanted on wanted.n = found.n and (wanted.language in (found.language, ${ANY})
      or wanted.language = ${OTHERS} and found.language <> all(${list(Object.keys(LATIN_STEMMERS))}))
    where found.word <> wanted.word
      and (strpos(found.word, wanted.word) > 0 or strpos(found.word, wanted.stem) > 1
        or coalesce((ts_lexize(stemmer, found.word))[1], found.word) = wanted.stem)
    order by found.recordings desc limit ${MAX_ROWS}`.execute(ctx.db)
  return rows
}

/** Latin letters are written by many languages; the rules of one of them depend on the recording. */
function stemmersFor(word: string): { language: string; stemmer: string }[] {
  const other = OTHER_STEMMERS.find(({ from, to }) => word >= from && word <= to)
  if (other) return [{ language: ANY, stemmer: `${other.stemmer}_stem` }]
  const known = Object.entries(LATIN_STEMMERS).map(([language, stemmer]) => ({ language, stemmer: `${stemmer}_stem` }))
  return [...known, { language: OTHERS, stemmer: NO_STEMMER }]
}
const LAST_CHARACTER = '\u{10ffff}'

/** Returns a word as it is written in one of the user's recordings. */
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

/** Returns texts of passages, outside the trash, that match any of these queries. */
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
