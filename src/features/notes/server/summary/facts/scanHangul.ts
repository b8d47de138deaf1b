import { readDigits } from './scanDigits.ts'
import { type ScannedNumber, type ScannedText, addNumber } from './ScannedText.ts'

const SINO: Readonly<Record<string, number>> = {
  영: 0,
  공: 0,
  일: 1,
  이: 2,
  삼: 3,
  사: 4,
  오: 5,
  육: 6,
  륙: 6,
  칠: 7,
  팔: 8,
  구: 9,
}
const SMALL: Readonly<Record<string, number>> = { 십: 10, 백: 100, 천: 1000 }
const LARGE: Readonly<Record<string, number>> = { 만: 1e4, 억: 1e8, 조: 1e12 }
const NATIVE_TENS: Readonly<Record<string, number>> = {
  열: 10,
  스물: 20,
  스무: 20,
  서른: 30,
  마흔: 40,
  쉰: 50,
  예순: 60,
  일흔: 70,
  여든: 80,
  아흔: 90,
}
const NATIVE_UNITS: Readonly<Record<string, number>> = {
  하나: 1,
  한: 1,
  둘: 2,
  두: 2,
  셋: 3,
  세: 3,
  석: 3,
  넷: 4,
  네: 4,
  넉: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
}

/** Counters, and what follows numbers in a sentence. */
const COUNTERS =
  '개월|퍼센트|프로|시간|분의|달러|유로|년대|번째|번|개|명|년|월|일|시|분|초|주|원|층|장|권|대|마리|살|세|배|점|회|호|평|킬로|미터|그램|리터|도|차|과|건|곳|가지|달|해|차례|사람|학생|만|억|천'
const PARTICLES = '입니다|이다|이고|이에요|예요|까지|부터|에서|으로|로|은|는|이|가|을|를|과|와|의|에|도|정도|쯤|여'
const SINO_DIGITS = Object.keys(SINO).join('')
const UNITS_AND_TENS = `${SINO_DIGITS}십백천만억조`
const NATIVE = `(?:${Object.keys(NATIVE_TENS).join('|')})?(?:${Object.keys(NATIVE_UNITS).join('|')})|(?:${Object.keys(NATIVE_TENS).join('|')})`
const NUMBER = new RegExp(
  `(제)?((?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)(?:[십백천만억조]+(?: ?\\d[\\d,]*[십백천만억조]*)*)?)|` +
    `(?<![\\p{L}])(${NATIVE})(?= ?(?:${COUNTERS}))|(?<![\\p{L}])(?:제)?([${UNITS_AND_TENS}]+(?:(?<=[만억조]) [${UNITS_AND_TENS}]+)*)`,
  'gu',
)
const AFTER = new RegExp(`^(?: ?(?:${COUNTERS})|(?:${PARTICLES})(?![\\p{L}])|[^\\p{L}]|$)`, 'u')
/** Words that consist of numeral syllables. */
const NO_NUMBER = new Set([
  '만일',
  '이천',
  '사천',
  '구조',
  '이사',
  '일이',
  '오이',
  '만',
  '천',
  '백',
  '조',
  '이만',
  '천만',
  '일조',
  '공공',
  '이구',
  '구이',
  '오일',
  '사이',
  '육사',
  '사오',
  '일사',
  '사공',
  '이공',
  '백이',
  '만이',
  '구만',
])

/** Replaces the numbers of a folded Korean text with placeholders. */
export function scanHangul(text: string): ScannedText {
  const scanned: ScannedText = { text: '', numbers: [] }
  scanned.text = text.replace(DECIMALS, readDecimals).replace(NUMBER, (...match) => {
    const [whole, ordinal, digits, native, sino] = match as (string | undefined)[]
    const offset = match.findLast((part) => typeof part === 'number') ?? 0
    const source = String(match.findLast((part) => typeof part === 'string'))
    const after = source.slice(offset + (whole?.length ?? 0), offset + (whole?.length ?? 0) + 8)
    if (digits !== undefined)
      return (ordinal ?? '') + addNumber(scanned, { ...readMixed(digits), isOrdinal: ordinal !== undefined })
    if (native !== undefined) return addNumber(scanned, plain(nativeValue(native)))
    const isShare = /분의 ?$/u.test(source.slice(Math.max(0, offset - 4), offset))
    return replaceSino(scanned, sino ?? '', after, isShare) ?? whole ?? ''
  })
  return scanned
}

/** "삼 점 오 퍼센트" */
const DECIMALS = new RegExp(`(?<![\\p{L}])([${UNITS_AND_TENS}]+) ?점 ?([${SINO_DIGITS}]+)(?= ?(?:퍼센트|프로|배|도|억|만))`, 'gu')

const readDecimals = (source: string, whole: string, decimals: string): string => {
  const sum = sumOf(whole)
  return sum?.length === whole.length ? `${sum.value}.${[...decimals].map((digit) => SINO[digit]).join('')}` : source
}

/** "1억 2천만", "3.5만" */
function readMixed(source: string): ScannedNumber {
  if (/^[\d.,]+$/.test(source)) return readDigits(source, '.')
  const value = sumOf(source.replaceAll(/[ ,]/g, ''))
  return { ...plain(value?.value ?? 0), isDigits: true }
}

const nativeValue = (word: string): number => {
  const ten = Object.keys(NATIVE_TENS).find((part) => word.startsWith(part))
  return (ten === undefined ? 0 : (NATIVE_TENS[ten] ?? 0)) + (NATIVE_UNITS[word.slice(ten?.length ?? 0)] ?? 0)
}

function replaceSino(scanned: ScannedText, source: string, after: string, isShare: boolean): string | undefined {
  const compact = source.replaceAll(' ', '')
  if (/^[영공일이삼사오육륙칠팔구]{3,}$/u.test(compact) && AFTER.test(after)) {
    const digits = [...compact].map((digit) => SINO[digit]).join('')
    return addNumber(scanned, { ...plain(Number(digits)), digits })
  }
  const sum = sumOf(compact)
  if (!sum) return undefined
  // The remainder is the beginning of the next word, such as 일 for "day".
  const rest = compact.slice(sum.length)
  const isAlone = sum.length === 1
  if (
    !AFTER.test(rest + after) ||
    (isAlone && !isShare && !COUNTED.test(rest + after)) ||
    (rest === '' && NO_NUMBER.has(compact) && !COUNTED.test(after))
  )
    return undefined
  // 십일 means eleven or the tenth.
  const isDay = rest === '' && compact.endsWith('일') && compact.length > 1 && !COUNTED.test(after)
  const values = isDay ? [sum.value, sum.value - 1] : [sum.value]
  return addNumber(scanned, { ...plain(sum.value), values }) + (isDay ? '일' : '') + rest
}

const COUNTED = new RegExp(`^ ?(?:${COUNTERS})`, 'u')

const plain = (value: number): ScannedNumber => ({ values: [value], digits: String(value), isOrdinal: false, isDigits: false })

/** Returns the value of the longest numeral at the start of a word, and its length. */
function sumOf(source: string): { value: number; length: number } | undefined {
  let [total, group, digit, length]: [number, number, number | undefined, number] = [0, 0, undefined, 0]
  for (const [part] of source.matchAll(/\d+(?:\.\d+)?|./gu)) {
    const own = /^\d/.test(part) ? Number(part) : SINO[part]
    if (own !== undefined) {
      if (digit !== undefined) break
      digit = own
    } else if (SMALL[part] !== undefined) {
      group += (digit ?? 1) * SMALL[part]
      digit = undefined
    } else if (LARGE[part] !== undefined) {
      total += (group + (digit ?? (group === 0 ? 1 : 0))) * LARGE[part]
      ;[group, digit] = [0, undefined]
    } else break
    length += part.length
  }
  return length === 0 ? undefined : { value: total + group + (digit ?? 0), length }
}
