import { stopWords } from './stopWords.ts'

/** How one language is cut into sentences and words, and which of its words carry a topic. */
export type Lexicon = {
  /** ISO 639-1 code; '' when unknown. */
  readonly language: string
  readonly sentences: (text: string) => string[]
  /** Words as written, apostrophes straight; `BREAK` stands for each mark that ends a phrase. */
  readonly tokens: (text: string) => string[]
  /** The stem under which a word is counted, or undefined for one that carries no topic. */
  readonly term: (word: string) => string | undefined
  /** What stands between two words of a phrase. */
  readonly gap: ' ' | ''
  /** False when no list of function words is known, and common words have to be found by counting. */
  readonly knowsStopWords: boolean
}

export const BREAK = '.'

/** The lexicon of a language given as BCP 47 tag or interface locale. Works for any; nine are known well. */
export function lexicon(tag: string): Lexicon {
  const language = /^[a-z]{2,3}(?=$|[-_])/i.exec(tag)?.[0].toLowerCase() ?? ''
  const known = language !== 'und' && Intl.Segmenter.supportedLocalesOf([language || 'und']).length > 0
  const locale = known && language ? language : 'en'
  const bySentence = new Intl.Segmenter(locale, { granularity: 'sentence' })
  const byWord = new Intl.Segmenter(locale, { granularity: 'word' })
  const unspaced = ['ja', 'zh', 'th', 'lo', 'km', 'my'].includes(language)
  const stops = stopWords[language]
  const strip = stemmers[language]
  const shortest = unspaced || language === 'ko' ? 2 : 3
  return {
    language,
    gap: unspaced ? '' : ' ',
    knowsStopWords: stops !== undefined,
    sentences: (text) => Array.from(bySentence.segment(text), (part) => part.segment),
    tokens: (text) => (unspaced || language === 'ko' ? segmented(text, byWord) : spaced(text)),
    term: (word) => {
      const lower = word.toLowerCase().replace(elided, '')
      if (lower.length < shortest || /^[\d.,:-]+$/.test(lower) || stops?.has(word.toLowerCase()) || stops?.has(lower))
        return undefined
      if (language === 'ja' && /^\p{Script=Hiragana}+$/u.test(lower)) return undefined
      return strip ? strip(lower) : lower
    },
  }
}

/** Articles and pronouns that French and Italian write on to the next word. */
const elided = /^(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu|dell|nell|all|dall|sull|un|quest|quell)'(?=\p{L}{2})/u

function spaced(text: string): string[] {
  const found = text.replaceAll('’', "'").match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*|[.,;:?!…—–()"«»]/gu) ?? []
  return found.map((token) => (/^[\p{L}\p{N}]/u.test(token) ? token : BREAK))
}

function segmented(text: string, byWord: Intl.Segmenter): string[] {
  const tokens: string[] = []
  for (const { segment, isWordLike } of byWord.segment(text)) {
    if (isWordLike) tokens.push(segment)
    else if (segment.trim() !== '') tokens.push(BREAK)
  }
  return tokens
}

const keepingFour = (word: string, ending: RegExp) => (word.length > 4 ? word.replace(ending, '') : word)
const romance = (word: string) => keepingFour(keepingFour(word, /(?:es|s|x)$/), /[aeio]$/)

/** Light stemming: enough to count a plural with its singular, no more. */
const stemmers: Readonly<Record<string, (word: string) => string>> = {
  en: (word) =>
    word
      .replace(/'s$/, '')
      .replace(/ies$/, 'y')
      .replace(/sses$/, 'ss')
      .replace(/([^s])s$/, '$1')
      .replace(/(?:ing|edly|ed|ly)$/, (ending, at: number) => (at > 3 ? '' : ending)),
  de: (word) => (word.length > 5 ? word.replace(/(?:en|er|es|em|n|e|s)$/, '') : word),
  es: romance,
  fr: romance,
  it: romance,
  pt: romance,
  ko: (word) =>
    word.length > 2
      ? word.replace(/(?:에서|으로|에게|한테|까지|부터|처럼|보다|이나|은|는|이|가|을|를|에|로|와|과|도|의|만)$/, '')
      : word,
}
