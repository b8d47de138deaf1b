import { type SeededRandom, seededRandom } from '#dev/seed/seededRandom.ts'
import type { Language } from './corpus.ts'

/** A query as a user types it, and the words for plain SQL. */
export type BenchQuery = { readonly kind: string; readonly query: string; readonly words: readonly string[] }

/** Queries of each kind. */
const QUERIES = 20
/** Ranks of words by frequency: the tenth is in most recordings, the ten-thousandth in a few. */
const RANKS = { common: [5, 60], usual: [200, 2000], rare: [3000, 25_000] } as const

/** Returns the queries in turn: one of each kind, then the next one of each. */
export function createQueries([latin, chinese, japanese, korean]: readonly Language[]): BenchQuery[] {
  const random = seededRandom(2)
  const word = (language: Language | undefined, rank: keyof typeof RANKS): string =>
    language?.words[random.integer(RANKS[rank][0], RANKS[rank][1])] ?? ''
  const kinds: Record<string, () => Omit<BenchQuery, 'kind'>> = {
    'one common word': () => plain([word(latin, 'common')]),
    'one usual word': () => plain([word(latin, 'usual')]),
    'one rare word': () => plain([word(latin, 'rare')]),
    'two common words': () => plain([word(latin, 'common'), word(latin, 'common')]),
    'a common and a usual word': () => plain([word(latin, 'common'), word(latin, 'usual')]),
    'three usual words': () => plain([word(latin, 'usual'), word(latin, 'usual'), word(latin, 'usual')]),
    'a quotation of two words': () => quoted([word(latin, 'common'), word(latin, 'usual')]),
    'without a word': () => {
      const [wanted, excluded] = [word(latin, 'usual'), word(latin, 'usual')]
      return { query: `${wanted} -${excluded} `, words: [wanted] }
    },
    'two letters typed': () => typed(word(latin, 'usual'), 2),
    'three letters typed': () => typed(word(latin, 'usual'), 3),
    'five letters typed': () => typed(word(latin, 'rare'), 5),
    'a misspelled word': () => plain([swapped(word(latin, 'rare'), random)]),
    'one Chinese character': () => plain([[...word(chinese, 'usual')][0] ?? '']),
    'two Chinese characters': () => plain([word(chinese, 'rare')]),
    'two Japanese words': () => plain([word(japanese, 'usual'), word(japanese, 'usual')]),
    'a Korean word': () => plain([word(korean, 'usual')]),
  }
  return Array.from({ length: QUERIES }, () => Object.entries(kinds).map(([kind, create]) => ({ kind, ...create() }))).flat()
}

/** A space follows the last word, which makes it a complete word. */
const plain = (words: readonly string[]) => ({ query: `${words.join(' ')} `, words })
const quoted = (words: readonly string[]) => ({ query: `"${words.join(' ')}"`, words: [words.join(' ')] })
const typed = (word: string, letters: number) => ({ query: word.slice(0, letters), words: [word.slice(0, letters)] })

function swapped(word: string, random: SeededRandom): string {
  const at = random.integer(1, Math.max(1, word.length - 2))
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
}
