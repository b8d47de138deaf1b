import { type Fact, bareKey, fact, numberKey } from './Fact.ts'
import { type ScannedText, usedMark } from './ScannedText.ts'
import type { CompiledRules } from './compileRules.ts'

const HALF_DAY = 720

/** Extracts the times of day from a text. */
export function readClock(scanned: ScannedText, { clock, morning, evening }: CompiledRules): Fact[] {
  const found: Fact[] = []
  for (const [pattern, reading] of clock) {
    scanned.text = scanned.text.replace(pattern, (...match) => {
      const [whole, offset, source] = [String(match[0]), match.findLast((part) => typeof part === 'number') ?? 0, scanned.text]
      const numbers = match
        .slice(1, match.indexOf(offset, 1))
        .flatMap((index) => (index === undefined ? [] : [scanned.numbers[Number(index)]]))
      const minutes = minutesOf(reading.replace('~', ''), numbers)
      if (minutes === undefined) return whole
      const part = dayPart(source, offset, whole, { morning, evening })
      found.push(toFact(minutes, { part, isLength: reading.startsWith('~'), isExact: reading.startsWith('=') }))
      return usedMark
    })
  }
  return found
}

type Numbers = readonly ({ readonly values: readonly number[]; readonly clock?: number } | undefined)[]

/** Returns the minutes since midnight, or undefined when the numbers are not a time. */
function minutesOf(reading: string, numbers: Numbers): number | undefined {
  const [first, second] = numbers.map((number) => number?.values[0] ?? NaN)
  const [, exact, sign] = /^=(\d+)([+-])?/.exec(reading) ?? []
  if (exact !== undefined) return sign ? timeOf(Number(exact) / 60, Number(`${sign}${first}`)) : Number(exact)
  if (reading === 'h') return numbers[0]?.clock ?? timeOf(first, 0)
  if (reading === 'h+m') return timeOf(first, second)
  if (reading === 'h-m') return timeOf(first, -(second ?? NaN))
  if (reading === 'm+h') return timeOf(second, first)
  if (reading === 'm-h') return timeOf(second, -(first ?? NaN))
  if (reading === 'm+h-30') return timeOf(second, (first ?? NaN) - 30)
  if (reading === 'm-h-30') return timeOf(second, -(first ?? NaN) - 30)
  return timeOf(first, Number(reading.slice(1)))
}

function timeOf(hour = NaN, minute = NaN): number | undefined {
  // "Nueve y media" is read as nine and a half.
  const isTime = Number.isInteger(hour * 2) && Number.isInteger(minute) && hour >= 0 && hour <= 24 && Math.abs(minute) < 60
  return isTime ? (hour * 60 + minute + 1440) % 1440 : undefined
}

/** Number of characters next to a time that may tell the half of the day. */
const BESIDE = 28

function dayPart(text: string, offset: number, match: string, { morning, evening }: Pick<CompiledRules, 'morning' | 'evening'>) {
  const before =
    text
      .slice(Math.max(0, offset - BESIDE), offset)
      .split(/[.;!?。！？]/u)
      .at(-1) ?? ''
  const after = text.slice(offset + match.length, offset + match.length + BESIDE).split(/[;!?。！？]|\.(?= )/u)[0] ?? ''
  for (const words of [match, after, before]) {
    if (evening.test(words)) return 'evening'
    if (morning.test(words)) return 'morning'
  }
  return undefined
}

type TimeOptions = { readonly part: 'morning' | 'evening' | undefined; readonly isLength: boolean; readonly isExact: boolean }

function toFact(minutes: number, { part, isLength, isExact }: TimeOptions): Fact {
  const half = minutes % HALF_DAY
  const isOnce = isExact || minutes >= HALF_DAY + 60
  const times = isOnce
    ? [minutes]
    : part === 'evening'
      ? [half + HALF_DAY]
      : part === 'morning'
        ? [half]
        : [half, half + HALF_DAY]
  const hours = half % 60 === 0 && !isExact ? [half / 60, half / 60 + 12] : []
  const length = isLength ? [`minutes:${minutes}`] : []
  return fact('number', [...times.map((time) => `time:${time}`), ...length], {
    asks: hours.map(bareKey),
    answers: hours.filter((hour) => hour > 0).map(numberKey),
  })
}
