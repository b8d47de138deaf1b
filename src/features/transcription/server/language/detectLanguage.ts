import { loadModule } from 'cld3-asm'
import { isTraditional } from './chineseScript.ts'

const MAX_BYTES = 1000
const detector = (await loadModule()).create(0, MAX_BYTES)

/** Maximum number of samples, evenly spread over a transcript, and their length in characters. */
const MAX_PIECES = 20
const PIECE = { least: 120, most: 280 }
/** When this many samples agree, the rest are skipped. */
const AGREE = 6
/** A shorter text may be in any of several languages with the same alphabet. */
const MIN_LETTERS = 18
/** Uncertain detections count little, and in a short text not at all. */
const UNSURE = { leastLetters: 60, certainty: 0.3 }

/** Codes of the detector that differ from those of the speech engines. */
const CODES: Readonly<Record<string, string>> = { iw: 'he', fil: 'tl', jv: 'jw', und: '' }

/**
 * Returns the ISO 639 code of the language of most texts, `zh-TW` for traditional Chinese, or '' when it cannot be detected. A
 * transcript is examined in samples, so that occasional words in another language do not matter.
 */
export function detectLanguage(texts: readonly string[]): string {
  const letters = new Map<string, number>()
  let seen = 0
  for (const piece of spread(toPieces(texts))) {
    const { language, certainty } = languageOfPiece(piece)
    if (language === '') continue
    letters.set(language, (letters.get(language) ?? 0) + weightOf(piece) * certainty)
    seen++
    if (seen === AGREE && letters.size === 1) break
  }
  const [[main] = ['']] = [...letters].toSorted(([, a], [, b]) => b - a)
  return main
}

/** Joins the texts, without anything but words, into samples of several sentences. Joins only as many as needed. */
function toPieces(texts: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(texts.length / (MAX_PIECES * 4)))
  const pieces: string[] = []
  let piece = ''
  for (let i = 0; i < texts.length; i++) {
    // In a long transcript, texts are read at regular intervals, each followed by enough others to fill a sample.
    if (piece === '' && i % step !== 0 && i + step < texts.length) continue
    const text = texts[i] ?? ''
    if (text.length > PIECE.most * 2) pieces.push(...cutLong(text))
    else piece += ` ${text}`
    if (piece.length < PIECE.least) continue
    pieces.push(piece.slice(0, PIECE.most))
    piece = ''
  }
  return piece === '' ? pieces : [...pieces, piece]
}

function cutLong(text: string): string[] {
  const step = Math.max(PIECE.most, Math.floor(text.length / MAX_PIECES))
  return Array.from({ length: Math.min(MAX_PIECES, Math.floor(text.length / step)) }, (_, n) =>
    text.slice(n * step, n * step + PIECE.most),
  )
}

const spread = (pieces: readonly string[]): string[] => {
  if (pieces.length <= MAX_PIECES) return [...pieces]
  return Array.from({ length: MAX_PIECES }, (_, n) => pieces[Math.floor((n * pieces.length) / MAX_PIECES)] ?? '')
}

const HAN = /\p{Script=Han}/gu
const NO_WORDS = /https?:\S+|\S+@\S+|[\p{N}\p{P}\p{S}\p{C}]+/gu

/** An ideograph carries as much information as two or three letters. */
const weightOf = (text: string): number =>
  (text.match(/\p{L}/gu)?.length ?? 0) +
  1.5 * (text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0)

function languageOfPiece(piece: string): { language: string; certainty: number } {
  const text = piece.toWellFormed().replaceAll(NO_WORDS, ' ').replaceAll(/\s+/g, ' ').trim()
  const byScript = languageOfScript(text)
  if (byScript !== undefined) return { language: byScript, certainty: 1 }
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < MIN_LETTERS) return { language: '', certainty: 0 }
  const { language, is_reliable } = detector.findLanguage(text.slice(0, PIECE.most))
  const [code = ''] = language.split('-')
  const certainty = is_reliable ? 1 : letters >= UNSURE.leastLetters ? UNSURE.certainty : 0
  return { language: certainty === 0 ? '' : refine(CODES[code] ?? code, text), certainty }
}

const shareOf = (text: string, letters: RegExp): number =>
  (text.match(letters)?.length ?? 0) / Math.max(1, text.match(/\p{L}/gu)?.length ?? 0)

/** Scripts that only one language uses. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Lao}/gu, 'lo'],
  [/\p{Script=Khmer}/gu, 'km'],
  [/\p{Script=Myanmar}/gu, 'my'],
  [/\p{Script=Tibetan}/gu, 'bo'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Oriya}/gu, 'or'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Gurmukhi}/gu, 'pa'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
  [/\p{Script=Kannada}/gu, 'kn'],
  [/\p{Script=Malayalam}/gu, 'ml'],
  [/\p{Script=Sinhala}/gu, 'si'],
]
const MOST = 0.5
/** Minimum share of kana in Japanese. */
const KANA = 0.15

function languageOfScript(text: string): string | undefined {
  if (shareOf(text, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu) > MOST)
    return shareOf(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > KANA ? 'ja' : chineseOf(text)
  return SCRIPTS.find(([letters]) => shareOf(text, letters) > MOST)?.[1]
}

/** Characters that only Cantonese uses. */
const CANTONESE = /[嘅咗喺嚟佢冇唔啲咁㗎嗰啱噉哋]/gu

const chineseOf = (text: string): string =>
  (text.match(CANTONESE)?.length ?? 0) >= Math.max(2, (text.match(HAN)?.length ?? 0) * 0.02)
    ? 'yue'
    : isTraditional(text)
      ? 'zh-TW'
      : 'zh'

/** Letters that identify a language which the detector confuses with a similar one. */
const LETTERS: readonly (readonly [string, RegExp, number])[] = [
  ['ba', /[ҙҡҫ]/giu, 0.02],
  ['kk', /[қғұ]/giu, 0.03],
  ['tt', /[җә]/giu, 0.04],
  ['ug', /[ۈۋڭې](?=[\s\S]*ئ)/gu, 0.03],
  ['ckb', /[ێڕڵ]/gu, 0.02],
  ['as', /[ৰৱ]/gu, 0.02],
  ['fo', /[ð](?=[\s\S]*ø)|ø(?=[\s\S]*ð)/giu, 0.01],
  ['yo', /ṣ|s̩/giu, 0.01],
  ['sa', /ः/gu, 0.03],
]
const NYNORSK = /(?<!\p{L})(?:ikkje|eg|kven|kva|frå|berre|eit|ein|meir|me|dykk|korleis|kvifor|noko)(?!\p{L})/giu
const BOKMAL = /(?<!\p{L})(?:ikke|jeg|hvem|hva|fra|bare|et|en|mer|vi|dere|hvordan|hvorfor|noe)(?!\p{L})/giu

function refine(language: string, text: string): string {
  const known = LETTERS.find(([, letters, share]) => shareOf(text, letters) >= share)?.[0]
  if (known !== undefined) return known
  if (language === 'no') return (text.match(NYNORSK)?.length ?? 0) > (text.match(BOKMAL)?.length ?? 0) ? 'nn' : 'no'
  return language
}
