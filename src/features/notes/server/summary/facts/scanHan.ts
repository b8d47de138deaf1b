import { clean, readDigits } from './scanDigits.ts'
import { type ScannedNumber, type ScannedText, addNumber, usedMark } from './ScannedText.ts'

const HAN_DIGITS: Readonly<Record<string, number>> = {
  ...Object.fromEntries('〇一二三四五六七八九'.split('').map((digit, value) => [digit, value])),
  零: 0,
  两: 2,
  兩: 2,
  壱: 1,
  弐: 2,
  参: 3,
  俩: 2,
  倆: 2,
}
const SMALL: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 廿: 20, 卅: 30 }
const LARGE: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8, 兆: 1e12 }

const HAN = '〇零一二三四五六七八九十百千万萬亿億兆两兩廿卅壱弐参'
const ARABIC = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`
/** A number in Chinese characters, in digits, or in both, with decimals. */
const NUMBER = new RegExp(`(第)?((?:(?:${ARABIC}) ?[十百千万萬亿億兆]*|[${HAN}]+)+(?:[・·．][${HAN}]+)?)`, 'gu')

/** Words that contain a numeral but are not numbers. */
const NO_NUMBER =
  /一(?:下|些|起|样|樣|直|般|定|旦|切|边|邊|方面|面|样|緒|般|部|応|番|旦|見|致|样|點|点(?![钟鐘半五]))|万(?:一|が一)|萬一|千万(?=别|不|要)|千萬(?=別|不|要)|十分(?=に|な|重要|必要|感谢|感謝|高兴|高興|满意|滿意|清楚|に)|三明治|四川|百姓|五金|七夕|八幡|三重|四国|九州|千葉|統一|统一|唯一|同一|第一次|万博|百度|老百姓|三角|四季|四周|二手|一律|不一|一致|均一/gu

/** Replaces the numbers of a folded Chinese or Japanese text with placeholders. */
export function scanHan(text: string): ScannedText {
  const scanned: ScannedText = { text: '', numbers: [] }
  scanned.text = text
    .replace(NO_NUMBER, usedMark)
    .replace(NUMBER, (whole: string, ordinal: string | undefined, source: string) => {
      const number = readHan(source.replaceAll(' ', ''))
      return number ? addNumber(scanned, { ...number, isOrdinal: ordinal !== undefined }) + (/ $/.test(source) ? ' ' : '') : whole
    })
  return scanned
}

/** Returns the value of a numeral; undefined when it is invalid. */
export function readHan(source: string): ScannedNumber | undefined {
  if (/^[\d.,]+$/.test(source)) return readDigits(source, '.')
  const [whole = '', decimals] = source.split(/[・·．]/u)
  const value = valueOf(whole)
  if (value === undefined) return undefined
  const fraction = decimals === undefined ? '' : `.${[...decimals].map((digit) => HAN_DIGITS[digit] ?? '').join('')}`
  const isPositional = /^[〇零一二三四五六七八九]{2,}$/u.test(whole)
  const digits = isPositional ? [...whole].map((digit) => HAN_DIGITS[digit]).join('') : String(value)
  return {
    values: [fraction === '' ? value : Number(`${value}${fraction}`)],
    digits,
    isOrdinal: false,
    isDigits: whole.length > 1 || /\d/.test(whole),
  }
}

function valueOf(source: string): number | undefined {
  if (/^[〇零一二三四五六七八九]{2,}$/u.test(source)) return Number([...source].map((digit) => HAN_DIGITS[digit]).join(''))
  let [total, group, digit, last]: [number, number, number | undefined, number] = [0, 0, undefined, 0]
  for (const [part] of source.matchAll(new RegExp(`${ARABIC}|.`, 'gu'))) {
    const own = HAN_DIGITS[part] ?? (/^\d/.test(part) ? readDigits(part, '.').values[0] : undefined)
    if (own !== undefined) {
      // "三三" without a unit between the digits.
      if (digit !== undefined && digit !== 0) return undefined
      digit = own
    } else if (SMALL[part] !== undefined) {
      group += part === '廿' || part === '卅' ? SMALL[part] : (digit ?? 1) * SMALL[part]
      ;[digit, last] = [undefined, SMALL[part]]
    } else {
      const factor = LARGE[part] ?? 1
      total =
        factor > 1e4 && total > 0 && total < factor
          ? (total + group + (digit ?? 0)) * factor
          : total + (group + (digit ?? (group === 0 ? 1 : 0))) * factor
      ;[group, digit, last] = [0, undefined, factor]
    }
  }
  // In 三万五 and 两百五, the last digit counts tenths of the preceding unit.
  const isShort = digit !== undefined && digit > 0 && last >= 100 && !/[零〇]/u.test(source) && /^\D$/u.test(source.at(-1) ?? '')
  return clean(total + group + (digit ?? 0) * (isShort ? last / 10 : 1))
}
