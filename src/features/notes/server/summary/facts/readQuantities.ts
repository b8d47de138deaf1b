import type { Unit } from './languages/LanguageRules.ts'
import type { CompiledRules } from './compileRules.ts'
import { type Fact, bareKey, fact, isNeededNumber, numberKey } from './Fact.ts'
import { shareOf } from './readDays.ts'
import { clean } from './scanDigits.ts'
import { NUMBER_MARK, type ScannedNumber, type ScannedText, addNumber, usedMark } from './ScannedText.ts'

/** Minutes per unit of time. Months and years are counted separately, because their lengths vary. */
const MINUTES: Partial<Record<Unit, number>> = { second: 1 / 60, minute: 1, hour: 60, day: 1440, week: 10_080 }
const MONTHS: Partial<Record<Unit, number>> = { month: 1, year: 12 }
function unitKey(unit: Unit, value: number): string {
  if (unit === 'percent') return `share:${shareOf(value / 100)}`
  if (MINUTES[unit] !== undefined) return `minutes:${clean(value * MINUTES[unit])}`
  if (MONTHS[unit] !== undefined) return `months:${clean(value * MONTHS[unit])}`
  return `${unit}:${value}`
}

type Numbers = readonly (ScannedNumber | undefined)[]
type Take = (pattern: RegExp, read: (numbers: Numbers) => Fact | string | undefined) => void

/** Extracts fractions, durations, amounts and all other numbers from a text. */
export function readQuantities(scanned: ScannedText, compiled: CompiledRules): Fact[] {
  const found: Fact[] = []
  const take: Take = (pattern, read) => {
    scanned.text = scanned.text.replace(pattern, (...match) => {
      const whole = String(match[0])
      const offset = match.findLast((part) => typeof part === 'number') ?? 0
      const groups = match.slice(1, match.indexOf(offset, 1))
      const numbers = groups.map((index) => (index === undefined ? undefined : scanned.numbers[Number(index)]))
      const value = read(numbers)
      if (value === undefined) return whole
      if (typeof value === 'string') return value
      found.push(value)
      return usedMark
    })
  }
  for (const pattern of compiled.minus)
    take(pattern, ([number, zero]) => {
      if (!number || (zero && zero.values[0] !== 0)) return undefined
      return addNumber(scanned, { ...number, values: number.values.map((value) => -value), digits: '' })
    })
  for (const [pattern, fixed] of compiled.decades)
    take(pattern, (numbers) => decadeFact(fixed ?? numbers.findLast((number) => number)?.values[0] ?? NaN))
  for (const [pattern, unit, value] of compiled.lengths)
    take(pattern, ([number]) => {
      // "An hour and a half"
      const length = Number.isNaN(value) ? (number?.values[0] ?? NaN) + 0.5 : value
      return fact('number', [unitKey(unit, length)], { isNeeded: length !== 1 })
    })
  for (const [pattern, unit] of compiled.halves)
    take(pattern, ([number]) =>
      number ? quantity(unit, { ...number, values: number.values.map((value) => value + 0.5) }) : undefined,
    )
  readShares(scanned, compiled, take)
  joinFactors(scanned, take)
  for (const [pattern, unit] of compiled.sums)
    take(pattern, ([number, cents]) => (number && cents ? sumFact(unit, number, cents) : undefined))
  for (const [pattern, unit] of compiled.signs) take(pattern, ([number]) => (number ? quantity(unit, number) : undefined))
  for (const [pattern, unit] of compiled.units) {
    take(pattern, ([from, number]) => {
      if (!number) return undefined
      if (from) found.push(quantity(unit, from))
      return quantity(unit, number)
    })
  }
  return [...found, ...readRest(scanned)]
}

/** Replaces "three quarters" and "one third" with a number, so that a following unit is read together with it. */
function readShares(scanned: ScannedText, { fractions }: CompiledRules, take: Take): void {
  const add = (value: number) =>
    addNumber(scanned, { values: [value], digits: '', isOrdinal: false, isDigits: false, isShare: true })
  for (const [pattern, reading] of fractions) {
    take(pattern, ([first, second]) => {
      const [a = NaN, b = NaN] = [first?.values[0], second?.values[0]]
      const value =
        typeof reading === 'number' ? reading * (first ? a : 1) : reading === 'a/b' ? a / b : reading === 'b/a' ? b / a : 1 / a
      return Number.isFinite(value) && value > 0 && (value < 1 || Number.isFinite(reading)) ? add(clean(value)) : undefined
    })
  }
}

const FACTOR = new RegExp(`${NUMBER_MARK.source}(?: of| de| di| d')?(?: an?)? ?${NUMBER_MARK.source}`, 'gu')
const FACTORS = new Set([12, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e12])

/** "One and a half million", "half a dozen" */
function joinFactors(scanned: ScannedText, take: Take): void {
  take(FACTOR, ([share, factor]) => {
    const [a = NaN, b = NaN] = [share?.values[0], factor?.values[0]]
    if (!share || Number.isInteger(a) || share.isDigits || !FACTORS.has(b)) return undefined
    return addNumber(scanned, { values: [clean(a * b)], digits: '', isOrdinal: false, isDigits: false })
  })
}

function quantity(unit: Unit, { values, isShare, isDigits }: ScannedNumber): Fact {
  const isOne = values[0] === 1 && !isDigits
  return fact(
    'number',
    values.map((value) => unitKey(unit, value)),
    {
      // A decrease of five percent may also be written as -5 %.
      asks: isShare
        ? []
        : [...values.map(bareKey), ...(unit === 'percent' ? values.map((value) => unitKey(unit, Math.abs(value))) : [])],
      answers: values.map(numberKey),
      isNeeded: !isOne,
    },
  )
}

/** "Two dollars fifty" */
function sumFact(unit: Unit, whole: ScannedNumber, { values: [cents = 0] }: ScannedNumber): Fact | undefined {
  const isSum = Number.isInteger(cents) && cents >= 5 && cents < 100 && Number.isInteger(whole.values[0])
  return isSum ? quantity(unit, { ...whole, values: whole.values.map((value) => clean(value + cents / 100)) }) : undefined
}

/** A decade is identified by its tens: "the nineties" always means the last century. */
function decadeFact(value: number): Fact | undefined {
  const isDecade = Number.isInteger(value) && value % 10 === 0 && (value < 100 ? value >= 10 : value >= 1000 && value <= 2100)
  return isDecade ? fact('number', [`decade:${value % 100}`]) : undefined
}

/** Up to twenty numbers separated only by a space, a comma or a hyphen: the parts of a year or a telephone number. */
const RUN = /[\ue000](\d+)\ue002(?:(?:, ?| |-| - )[\ue000](\d+)\ue002){1,19}/gu

type Run = { readonly from: number; readonly to: number; readonly digits: string; readonly parts: readonly ScannedNumber[] }

function findRuns({ text, numbers }: ScannedText): Run[] {
  return [...text.matchAll(RUN)].map(({ 0: run, index }) => {
    const parts = [...run.matchAll(NUMBER_MARK)].flatMap(([, at]) => numbers[Number(at)] ?? [])
    return { from: index, to: index + run.length, digits: parts.map(({ digits }) => digits).join(''), parts }
  })
}

/** Returns the numbers without a unit. A sequence may be the parts of a year or a telephone number. */
function readRest(scanned: ScannedText): Fact[] {
  const { text, numbers } = scanned
  const runs = findRuns(scanned)
  const found = runs.map(({ parts }) => {
    const dialled = parts.length >= MIN_PARTS ? [`run:${parts.map(({ digits }) => digits).join('-')}`] : []
    const years = parts.flatMap((part, n) => yearOf(part, parts[n + 1]))
    return fact('number', [], {
      answers: [...[...years, ...priceOf(parts)].flatMap((value) => [bareKey(value), numberKey(value)]), ...dialled],
      isNeeded: false,
    })
  })
  let next = 0
  for (const { 1: index, index: at } of text.matchAll(NUMBER_MARK)) {
    const number = numbers[Number(index)]
    if (!number) continue
    while ((runs[next]?.to ?? Infinity) <= at) next++
    const run = runs[next]
    found.push(bare(number, run && run.from <= at ? run : undefined))
  }
  scanned.text = text.replace(NUMBER_MARK, usedMark)
  return found
}

/** "Nineteen ninety-nine" may also be a price. */
function priceOf(parts: readonly ScannedNumber[]): number[] {
  const [whole, cents] = parts.map(({ values, isDigits }) => (isDigits ? NaN : (values[0] ?? NaN)))
  const isPrice =
    parts.length === 2 && whole !== undefined && cents !== undefined && whole > 0 && whole < 1000 && cents >= 5 && cents < 100
  return isPrice ? [clean(whole + cents / 100)] : []
}

/** "Nineteen eighty-four" */
function yearOf({ values: [century = 0], isDigits }: ScannedNumber, rest: ScannedNumber | undefined): number[] {
  const tens = rest?.values[0] ?? -1
  return !isDigits && century >= 10 && century < 100 && tens >= 10 && tens < 100 ? [century * 100 + tens] : []
}

const MIN_PARTS = 3
const MIN_DIALLED = 3

function bare(number: ScannedNumber, run: Run | undefined): Fact {
  const { values, clock, isShare } = number
  if (isShare) return shareFact(values[0] ?? 0)
  const dialled = [number.digits, ...(run ? [run.digits] : [])].filter((digits) => digits.length >= MIN_DIALLED)
  const asks = [
    ...(clock === undefined ? [] : [clock, (clock + 720) % 1440].map((time) => `time:${time}`)),
    ...dialled.map((digits) => `dialled:${digits}`),
    ...(run?.parts.flatMap((part, n) => yearOf(part, run.parts[n + 1]).map(numberKey)) ?? []),
  ]
  const answers = values.map(bareKey)
  return fact('number', values.map(numberKey), { asks, answers, isNeeded: isNeededNumber(number) })
}

/** "A third" may also be written as 33 % or 33.3 %. */
function shareFact(value: number): Fact {
  const rounded = [Math.floor(value * 100) / 100, Math.round(value * 100) / 100, Math.round(value * 1000) / 1000, value]
  return fact('number', [...new Set(rounded.map((each) => `share:${shareOf(each)}`)), numberKey(value)], {
    answers: [bareKey(value)],
  })
}
