import { stopWords } from './stopWords.ts'

/** Splits text of one language into sentences and words, and finds the words that carry a topic. */
export type Lexicon = {
  /** ISO 639-1 code; '' when unknown. */
  readonly language: string
  readonly sentences: (text: string) => string[]
  /** Returns the words as written, with straight apostrophes. `BREAK` stands for each punctuation mark that ends a phrase. */
  readonly tokens: (text: string) => string[]
  /** Returns the stem under which a word is counted, or undefined for a word that carries no topic. */
  readonly term: (word: string) => string | undefined
  /** The separator between two words of a phrase. */
  readonly gap: ' ' | ''
  /** False when there is no list of stop words, so that common words have to be found by counting. */
  readonly knowsStopWords: boolean
}

export const BREAK = '.'

/** Returns the lexicon of a language given as BCP 47 tag or interface locale. Any language works; nine have stop words. */
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

/** French and Italian articles and pronouns that are joined to the next word by an apostrophe. */
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

/** Light stemming, so that for example a plural counts with its singular. */
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
