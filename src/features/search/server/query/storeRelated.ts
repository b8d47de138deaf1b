import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

/** A word of the user's recordings that may be a form of the word of a term, or a compound with it. */
export type VocabularyRow = {
  /** The index of the term. */
  n: number
  word: string
  language: string
  recordings: number
  /** The common stem of all forms of the word in this language. */
  stem: string
  /** Whether it is a form of that word, or ends with one. */
  is_form: boolean
  is_tail_form: boolean
}

/** PostgreSQL stemmers for words in Latin letters, by the language of a recording. */
const LATIN_STEMMERS: Readonly<Record<string, string>> = {
  '': 'english',
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  sv: 'swedish',
  da: 'danish',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  fi: 'finnish',
  hu: 'hungarian',
  ro: 'romanian',
  tr: 'turkish',
  id: 'indonesian',
  lt: 'lithuanian',
  ga: 'irish',
  ca: 'catalan',
  eu: 'basque',
}
const NO_STEMMER = 'simple'
/** Any language, and any language without rules above. */
const [ANY, OTHERS] = ['*', '?']
/** Stemmers for other scripts, by the range of their letters. */
const OTHER_STEMMERS = [
  { from: 'α', to: 'ϖ', stemmer: 'greek' },
  { from: 'а', to: 'ӿ', stemmer: 'russian' },
  { from: 'ա', to: 'և', stemmer: 'armenian' },
  { from: 'ء', to: 'ۿ', stemmer: 'arabic' },
  { from: 'ऄ', to: 'ह', stemmer: 'hindi' },
  { from: 'அ', to: 'ஹ', stemmer: 'tamil' },
]
/**
 * Languages that write compounds as one word. In others, only long words are searched within words, because short ones occur by
 * chance.
 */
export const COMPOUNDING: readonly string[] = [
  'de',
  'nl',
  'sv',
  'da',
  'nb',
  'nn',
  'no',
  'fi',
  'hu',
  'is',
  'et',
  'af',
  'lb',
  'fy',
  'fo',
  'yi',
  '',
]
export const MIN_CHANCE_LENGTH = 8
/** A shorter stem would match more words than its forms. */
const MIN_BEGINNING = 3
const MIN_PART = 4
/**
 * Limits: how much longer a form may be, how many words are compared with a word, and how many of the most frequent ones are
 * returned.
 */
const MAX_ENDING = 6
const MAX_READ = 1000
const MAX_ROWS = 400
const LAST_CHARACTER = '\u{10ffff}'

const list = (values: readonly string[]) => sql`${[...values]}::text[]`
/** The language whose rules compare a word of a row `w` with that of a term. */
const rulesOf = sql`case when term.is_latin is false then ${ANY}
  when w.language = any(${list(Object.keys(LATIN_STEMMERS))}) then w.language else ${OTHERS} end`

/**
 * Returns words of the user's recordings that are other forms of the given words, or contain them. A word is compared by the rules
 * of its recording's language.
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
      select n, word, language, stemmer::regdictionary as stemmer,
        coalesce((ts_lexize(stemmer::regdictionary, word))[1], word) as stem
      from unnest(${wanted.map(({ n }) => n)}::int[], ${list(wanted.map(({ word }) => word))},
        ${list(wanted.map(({ language }) => language))}, ${list(wanted.map(({ stemmer }) => stemmer))}) as t (n, word, language, stemmer)
    ), term as materialized (
      -- A stem may end with another letter than the word, as that of "study".
      select n, word, min(language) <> ${ANY} as is_latin,
        left(word, greatest(${MIN_BEGINNING}, min(case when starts_with(word, stem) then length(stem) else length(stem) - 1 end))) as beginning,
        coalesce(min(stem) filter (where starts_with(word, stem) and length(stem) >= ${MIN_PART}), word) as letters
      from wanted group by n, word
    ), alike as materialized (
      select term.n, w.*, ${rulesOf} as rules from term cross join lateral (
        select word, language, recordings from search_word
        where user_id = ${userId} and word >= term.beginning and word < term.beginning || ${LAST_CHARACTER}
        limit ${MAX_READ}
      ) w where length(w.word) <= length(term.word) + ${MAX_ENDING} and w.word <> term.word
    ), longer as materialized (
      select term.n, w.*, ${rulesOf} as rules from term cross join lateral (
        select word, language, recordings from search_word
        where user_id = ${userId} and length(term.word) >= ${MIN_PART} and word like '%' || term.letters || '%'
          and (length(term.word) >= ${MIN_CHANCE_LENGTH} or language = any(${list(COMPOUNDING)}))
        limit ${MAX_READ}
      ) w where length(w.word) > length(term.word)
    )
    select n, w.word, w.language, recordings, stem, true as is_form, false as is_tail_form
    from alike w join (select n, language as rules, stem, stemmer from wanted) own using (n, rules)
    where coalesce((ts_lexize(stemmer, w.word))[1], w.word) = stem
    union all
    select n, w.word, w.language, recordings, stem, false, coalesce(
      (ts_lexize(stemmer, substr(w.word, nullif(greatest(strpos(w.word, stem), 1), 1))))[1] = stem, false)
    from longer w join (select n, language as rules, stem, stemmer from wanted) own using (n, rules)
    order by recordings desc limit ${MAX_ROWS}`.execute(ctx.db)
  return rows
}

/** Latin letters are used by many languages, so the rules depend on the recording. */
function stemmersFor(word: string): { language: string; stemmer: string }[] {
  const other = OTHER_STEMMERS.find(({ from, to }) => word >= from && word <= to)
  if (other) return [{ language: ANY, stemmer: `${other.stemmer}_stem` }]
  const known = Object.entries(LATIN_STEMMERS).map(([language, stemmer]) => ({ language, stemmer: `${stemmer}_stem` }))
  return [...known, { language: OTHERS, stemmer: NO_STEMMER }]
}
