import type { ScannedNumber } from './ScannedText.ts'

/** A number in digits: grouped by three, in Indian groups, with decimals, or plain. */
export const DIGITS = String.raw`\d{1,3}(?:(?<sep>[.,' ])\d{3})(?:\k<sep>\d{3})*(?!\d)(?:[.,]\d+(?!\d*[.,]\d))?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d+[.,]\d+(?![.,]?\d)|\d+`

/** Suffixes that multiply a number. */
const SUFFIXES: Readonly<Record<string, number>> = {
  k: 1e3,
  tsd: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  bn: 1e9,
  b: 1e9,
  mrd: 1e9,
  md: 1e9,
}

/** Suffixes that make a number an ordinal. */
export const ORDINAL_SUFFIX = /^(?:st|nd|rd|th|er|ere|re|nd|nde|e|eme|ieme|ste|te|ten|o|a|º|ª|°)(?![\p{L}])/u

/** Returns the possible values of digits, given the decimal separator of the language. */
export function readDigits(source: string, decimalSign: ',' | '.'): ScannedNumber {
  const digits = source.replaceAll(/\D/g, '')
  const clock = /^(\d{1,2})\.([0-5]\d)$/.exec(source)
  const [, hour = '', minute = ''] = clock ?? []
  return {
    values: valuesOf(source, decimalSign),
    digits,
    isOrdinal: false,
    isDigits: true,
    ...(clock && Number(hour) < 25 && { clock: Number(hour) * 60 + Number(minute) }),
  }
}

function valuesOf(source: string, decimalSign: ',' | '.'): number[] {
  const separators = [...source.matchAll(/[.,' ]/g)].map(([sign]) => sign)
  const [first] = separators
  if (first === undefined) return [Number(source)]
  const last = separators.at(-1) ?? first
  const plain = Number(source.replaceAll(/\D/g, ''))
  const isGrouped = /^\d{1,3}(?:[.,' ]\d{3})+$/.test(source) && separators.every((sign) => sign === first)
  const at = source.lastIndexOf(last)
  const decimal = Number(`${source.slice(0, at).replaceAll(/\D/g, '')}.${source.slice(at + 1)}`)
  // "1.500" and "1,500" are ambiguous.
  if (isGrouped)
    return separators.length > 1 || first === ' ' || first === "'" ? [plain] : first === decimalSign ? [decimal, plain] : [plain]
  return /,\d{3}$/.test(source) && separators.every((sign) => sign === ',') ? [plain] : [decimal]
}

/** Returns the number multiplied by its suffix; undefined when that is something else. */
export function withSuffix(number: ScannedNumber, letters: string): ScannedNumber | undefined {
  const factor = SUFFIXES[letters]
  if (factor === undefined) return undefined
  const multiplied = number.values.map((value) => clean(value * factor))
  // "5 m" may be a length or an amount of money.
  return { ...number, values: letters === 'm' || letters === 'b' ? [...multiplied, ...number.values] : multiplied, digits: '' }
}

/** Removes floating point errors from a product. */
export const clean = (value: number): number => Number(value.toPrecision(12))
