import { stopWords } from './stopWords.ts'

/** Splits text of one language into sentences and words, and finds the words that carry a topic. */
export type Lexicon = {
  /** ISO 639-1 code; '' when unknown. */
  readonly language: string
  readonly splitSentences: (text: string) => string[]
  /** Returns the words as written, with straight apostrophes. `BREAK` stands for each punctuation mark that ends a phrase. */
  readonly tokenize: (text: string) => string[]
  /** Returns the stem under which a word is counted, or undefined for a word that carries no topic. */
  readonly getTerm: (word: string) => string | undefined
  /** The separator between two words of a phrase. */
  readonly separator: ' ' | ''
  /** False when there is no list of stop words, so that common words have to be found by counting. */
  readonly hasStopWords: boolean
}

export const PHRASE_BREAK = '.'

/** Returns the lexicon of a language given as BCP 47 tag or interface locale. Any language works; nine have stop words. */
export function createLexicon(tag: string): Lexicon {
  const language = /^[a-z]{2,3}(?=$|[-_])/i.exec(tag)?.[0].toLowerCase() ?? ''
  const isSupported = language !== 'und' && Intl.Segmenter.supportedLocalesOf([language || 'und']).length > 0
  const locale = isSupported && language ? language : 'en'
  const sentenceSegmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  const wordSegmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  const isUnspaced = ['ja', 'zh', 'th', 'lo', 'km', 'my'].includes(language)
  const languageStopWords = stopWords[language]
  const stem = stemmers[language]
  const minLength = isUnspaced || language === 'ko' ? 2 : 3
  return {
    language,
    separator: isUnspaced ? '' : ' ',
    hasStopWords: languageStopWords !== undefined,
    splitSentences: (text) => Array.from(sentenceSegmenter.segment(text), (part) => part.segment),
    tokenize: (text) => (isUnspaced || language === 'ko' ? tokenizeSegmented(text, wordSegmenter) : tokenizeSpaced(text)),
    getTerm: (word) => {
      const lower = word.toLowerCase().replace(elidedPrefix, '')
      if (
        lower.length < minLength ||
        /^[\d.,:-]+$/.test(lower) ||
        languageStopWords?.has(word.toLowerCase()) ||
        languageStopWords?.has(lower)
      )
        return undefined
      if (language === 'ja' && /^\p{Script=Hiragana}+$/u.test(lower)) return undefined
      return stem ? stem(lower) : lower
    },
  }
}

/** French and Italian articles and pronouns that are joined to the next word by an apostrophe. */
const elidedPrefix = /^(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu|dell|nell|all|dall|sull|un|quest|quell)'(?=\p{L}{2})/u

function tokenizeSpaced(text: string): string[] {
  const matches = text.replaceAll('’', "'").match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*|[.,;:?!…—–()"«»]/gu) ?? []
  return matches.map((token) => (/^[\p{L}\p{N}]/u.test(token) ? token : PHRASE_BREAK))
}

function tokenizeSegmented(text: string, wordSegmenter: Intl.Segmenter): string[] {
  const tokens: string[] = []
  for (const { segment, isWordLike } of wordSegmenter.segment(text)) {
    if (isWordLike) tokens.push(segment)
    else if (segment.trim() !== '') tokens.push(PHRASE_BREAK)
  }
  return tokens
}

const stripEnding = (word: string, ending: RegExp) => (word.length > 4 ? word.replace(ending, '') : word)
const stemRomance = (word: string) => stripEnding(stripEnding(word, /(?:es|s|x)$/), /[aeio]$/)

/** Light stemming, so that for example a plural counts with its singular. */
const stemmers: Readonly<Record<string, (word: string) => string>> = {
  en: (word) =>
    word
      .replace(/'s$/, '')
      .replace(/ies$/, 'y')
      .replace(/sses$/, 'ss')
      .replace(/([^s])s$/, '$1')
      .replace(/(?:ing|edly|ed|ly)$/, (ending, offset: number) => (offset > 3 ? '' : ending)),
  de: (word) => (word.length > 5 ? word.replace(/(?:en|er|es|em|n|e|s)$/, '') : word),
  es: stemRomance,
  fr: stemRomance,
  it: stemRomance,
  pt: stemRomance,
  ko: (word) =>
    word.length > 2
      ? word.replace(/(?:에서|으로|에게|한테|까지|부터|처럼|보다|이나|은|는|이|가|을|를|에|로|와|과|도|의|만)$/, '')
      : word,
}
