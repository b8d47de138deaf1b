import { type Millis, hours } from '#shared/units.ts'
import { type Cue, groupOf, oneLine, withoutDirectionMarks } from './cue.ts'
import type { ImportReport } from './ImportReport.ts'
import { type UnsplitCue, nameKind, splitSpeakers } from './speakerNames.ts'
import { TIME, parseClock, plainDigits } from './times.ts'

const HALF = String.raw`(?:\s?(?<half>[AaPp]\.?[Mm]\.?))?`
const MARKED = String.raw`[[(<]?@?(?<time>${TIME})${HALF}[\])>]?`
/** `6:14  Lena Brandt`, `[00:06:14] Lena: …`, `(00:01 - 00:04) …`, `@6:14 - Lena`. */
const TIME_FIRST = new RegExp(
  `^(?:[-*•]\\s+)?${MARKED}(?:\\s*(?:-{1,2}>?|–|—)\\s*[[(]?(?<end>${TIME})[\\])]?)?(?:(?:\\s*[:|]\\s*|\\s+[-–—|]\\s+|\\s+)(?<rest>\\S.*)?|:)?$`,
)
/** `Lena Brandt  6:14`, `Lena Brandt (06:14):`, `[Lena Brandt] 14:02:11`, `Lena Brandt: [00:01] …`. */
const SPEAKER_FIRST = new RegExp(
  `^(?<open>\\[)?(?<speaker>[^\\s[(][^[(\\t]{0,79}?(?:\\s?\\([^()]{1,40}\\))?)(?<close>\\])?(?<gap>\\s*[:|,–—-]?\\s*)(?:(?<mark>[[(])\\s?)?(?<time>${TIME})${HALF}[\\])]?(?<colon>\\s?:)?(?<rest>\\s+\\S.*)?$`,
)
/** `… text #00:00:05-2#`: f4 and other research tools write the end of a passage. */
const TIME_LAST = /#(?<time>\d{1,2}:\d{2}:\d{2})(?:-(?<tenth>\d))?#$/
/** The last line of a text exported from Otter. */
const ADVERTISEMENT = /^Transcribed by https?:\/\/otter\.ai\/?$/i
const MAX_HEADER = 400

type Header = {
  readonly index: number
  /** The first line of the header, because a name may be above the time. */
  readonly from: number
  readonly time: Millis
  readonly end: Millis | null
  readonly speaker: string
  readonly text: string
  /** Headers of one file have the same style. */
  readonly style: string
  /** The number of components in the time. */
  readonly parts: number
  readonly isAfterBlank: boolean
  /** The time is a time of day, which says nothing about the recording. */
  readonly isTimeOfDay: boolean
}

/** Ten times more timed lines than the longest recording has seconds. */
const MAX_HEADERS = 200_000

/** Returns the passages of a text whose lines begin with or contain a time; none without such lines. */
export function parseTimedText(text: string, report: ImportReport): Cue[] {
  const lines = withTimesInDigits(text.split('\n').map(plainLine))
  const ended = parseEndTimes(lines, report)
  if (ended.length > 0) return ended
  const found = findHeaders(lines)
  if (found.length > MAX_HEADERS) {
    report.refuse('tooLong')
    return []
  }
  const headers = withNamesAbove(chooseHeaders(found, lines), lines)
  const [first] = headers
  if (!first) return []
  const speakers = new Set(headers.map(({ speaker }) => speaker))
  for (let n = 0; n < first.from; n++) if (lines[n] !== '') report.leaveOut('outside', n + 1, lines[n])
  const footer = findFooter(lines, headers)
  const shift = headers.some(({ isTimeOfDay }) => isTimeOfDay) ? first.time : 0
  const cues = headers.map((header, n): UnsplitCue => {
    const next = headers[n + 1]
    const body: string[] = []
    for (let at = header.index + 1; at < (next?.from ?? lines.length); at++) {
      const line = lines[at] ?? ''
      if (ADVERTISEMENT.test(line) || isEndOfTranscription(line, speakers) || (footer !== null && at >= footer.index)) {
        if (line !== '') report.leaveOut('outside', at + 1, line)
      } else if (line !== '') body.push(line)
    }
    const start = header.time >= shift ? header.time - shift : header.time + hours(24) - shift
    const following = next && next.time >= header.time ? next.time - shift : null
    const isShared = header.speaker === '' && body.length > 1
    const end = header.end ?? (next ? null : (footer?.time ?? null))
    return {
      start,
      end: isShared ? (end ?? following) : end,
      place: header.index + 1,
      speaker: header.speaker,
      lines: [header.text, ...body].filter(Boolean),
    }
  })
  return splitSpeakers(cues.filter(({ lines: said }) => said.length > 0)).flatMap((cue, n, all) =>
    splitAtTimes(cue, all[n + 1]?.start ?? Infinity),
  )
}

/**
 * `0 Minuten 3 Sekunden`, `1 hour 2 minutes 3 seconds`: Teams writes times in words for screen readers, in the reader's language.
 */
const TIME_IN_WORDS =
  /^(?:(?<hours>\d{1,2}) ?\p{L}{1,12},? )?(?<minutes>\d{1,2}) ?\p{L}{1,12},? (?<seconds>\d{1,2}) ?\p{L}{1,12}$/u

/** Converts times in words to `0:03`, and removes those next to the same time in digits. */
function withTimesInDigits(lines: readonly string[]): readonly string[] {
  const times = lines.map((line) => (/^\d/.test(line) && line.length < 60 ? TIME_IN_WORDS.exec(line) : null))
  if (times.filter(Boolean).length < 2) return lines
  const result = [...lines]
  for (const [n, time] of times.entries()) {
    if (!time) continue
    const parts = [groupOf(time, 'hours'), groupOf(time, 'minutes'), groupOf(time, 'seconds').padStart(2, '0')].filter(Boolean)
    const digits = parts.map((part, at) => (at === 1 ? part.padStart(2, '0') : part)).join(':')
    const isTwice = parseClock(digits) === parseClock(lines[n + 1] ?? '')
    result[n] = isTwice ? (result[n - 1] ?? '') : digits
    if (isTwice && n > 0) result[n - 1] = ''
  }
  return result
}

/** Times within speech: `… of paper. [00:00:09] It was …`. */
const TIME_WITHIN = /\s*[[(](\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?)[\])]\s*/

/** Splits a passage at the times within it, if they increase within its span. Others belong to the speech. */
function splitAtTimes(cue: Cue, next: Millis): Cue[] {
  const [first = '', ...parts] = cue.text.split(TIME_WITHIN)
  const times = parts.flatMap((part, n) => (n % 2 === 0 ? (parseClock(part) ?? NaN) : []))
  const isRising = times.every((time, n) => time >= (times[n - 1] ?? cue.start))
  if (times.length === 0 || !isRising || times.at(-1)! > (cue.end ?? next)) return [cue]
  const texts = [first, ...parts.filter((_, n) => n % 2 === 1)]
  return texts.flatMap((said, n) =>
    said === '' ? [] : [{ ...cue, start: times[n - 1] ?? cue.start, end: times[n] ?? cue.end, text: said }],
  )
}

/** Teams ends with a line naming the person who stopped the transcription. */
const isEndOfTranscription = (line: string, speakers: ReadonlySet<string>): boolean =>
  line.length <= 120 &&
  /transcri|transkri|trascri|文字起こし|听录|聽寫|轉錄|转录|전사|기록/i.test(line) &&
  !/[.?!:]$/.test(line) &&
  [...speakers].some((speaker) => speaker !== '' && line.startsWith(`${speaker} `))

/** Some programs write the name on a separate line above the time. */
function withNamesAbove(headers: readonly Header[], lines: readonly string[]): readonly Header[] {
  const isName = (index: number) => {
    const kind = nameKind(lines[index] ?? '')
    return (kind === 'full' || kind === 'single') && (index === 0 || lines[index - 1] === '')
  }
  const isAbove = headers.length > 1 && headers.every(({ style, index }) => style === 'time' && index > 0 && isName(index - 1))
  return isAbove ? headers.map((header) => ({ ...header, from: header.index - 1, speaker: lines[header.index - 1]! })) : headers
}

/** Removes Markdown markup around a heading or a name. */
function plainLine(line: string): string {
  const trimmed = withoutDirectionMarks(line).trim()
  if (!/^(?:#{1,6}\s|\*\*|__)/.test(trimmed)) return trimmed
  return trimmed
    .replace(/^#{1,6}\s+/, '')
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/\\([\\`*_{}[\]<>#|+-])/g, '$1')
    .trim()
}

function findHeaders(lines: readonly string[]): Header[] {
  return lines.flatMap((line, index) => {
    if (line.length < 4 || !/\p{Nd}/u.test(line.slice(0, MAX_HEADER))) return []
    const isAfterBlank = index === 0 || lines[index - 1] === ''
    return readTimeFirst(line, lines, index, isAfterBlank) ?? readSpeakerFirst(line, index, isAfterBlank) ?? []
  })
}

function readTimeFirst(line: string, lines: readonly string[], index: number, isAfterBlank: boolean): Header | null {
  const head = plainDigits(line.slice(0, MAX_HEADER))
  const match = TIME_FIRST.exec(head)
  const time = match && readTime(groupOf(match, 'time'), groupOf(match, 'half'))
  if (!match || time === null) return null
  const headRest = groupOf(match, 'rest')
  const rest = headRest === '' ? '' : line.slice(Math.min(line.length, MAX_HEADER) - headRest.length).trim()
  // A name before a colon is followed by speech.
  const kind = rest === '' || /[:：]\s*\S/.test(rest) ? null : nameKind(rest.replace(/\s?[:：]$/, ''))
  const next = lines.slice(index + 1, index + 3).find(Boolean) ?? ''
  // A name on its own line, with speech below it.
  const isName = (kind === 'full' || kind === 'single') && next !== '' && !TIME_FIRST.test(next.slice(0, MAX_HEADER))
  return {
    index,
    from: index,
    time,
    end: readEnd(groupOf(match, 'end')),
    isAfterBlank,
    isTimeOfDay: groupOf(match, 'half') !== '',
    speaker: isName ? rest.replace(/\s?[:：]$/, '') : '',
    text: isName ? '' : rest,
    style: `time${/^[[(<]/.exec(line)?.[0] ?? ''}${rest === '' ? '' : ' text'}`,
    parts: groupOf(match, 'time').split(':').length,
  }
}

function readSpeakerFirst(line: string, index: number, isAfterBlank: boolean): Header | null {
  const match = SPEAKER_FIRST.exec(line.slice(0, MAX_HEADER))
  const speaker = groupOf(match, 'speaker')
    .replace(/\s?[:：]$/, '')
    .trim()
  const [time, mark, gap, rest] = [groupOf(match, 'time'), groupOf(match, 'mark'), groupOf(match, 'gap'), groupOf(match, 'rest')]
  const read = match && readTime(time, groupOf(match, 'half'))
  const kind = nameKind(speaker)
  if (!match || read === null || kind === null || kind === 'bracketed') return null
  // Text after the time needs punctuation, or a gap as between columns.
  if (rest !== '' && mark === '' && !/\s{2}|\t|\|/.test(gap)) return null
  const isBracketed = groupOf(match, 'open') !== '' && groupOf(match, 'close') !== ''
  if (gap === '' && mark === '' && !isBracketed) return null
  const text = rest === '' ? '' : line.slice(Math.min(line.length, MAX_HEADER) - rest.length).trim()
  return {
    index,
    from: index,
    time: read,
    end: null,
    speaker,
    text,
    isAfterBlank,
    parts: time.split(':').length,
    style: `speaker${mark}${isBracketed ? '[]' : ''}`,
    isTimeOfDay: isBracketed || groupOf(match, 'half') !== '',
  }
}

/** An end in whole seconds is truncated, so the passage lasts until the next one instead. */
const readEnd = (text: string): Millis | null => (/[.,]\d/.test(text) ? parseClock(text) : null)

/** `10:02 AM` is a time of day, with hours first. */
function readTime(text: string, half: string): Millis | null {
  const time = parseClock(text)
  if (time === null || half === '') return time
  const [hour = 0, ...others] = text.split(':').map(Number)
  const minutes = parseClock(others.length === 1 ? `0:${others[0]}:00` : `0:${others.join(':')}`) ?? 0
  return hours((hour % 12) + (/^p/i.test(half) ? 12 : 0)) + minutes
}

/**
 * Selects the headers among the lines with a time, because times also occur in speech. Headers of one file have the same style and
 * number of components, follow an empty line if most do, and their times increase.
 */
function chooseHeaders(found: readonly Header[], lines: readonly string[]): Header[] {
  const [first] = found
  if (!first) return []
  const weightOf = ({ isAfterBlank, speaker }: Header) => (isAfterBlank ? 2 : 1) + (nameKind(speaker) === 'full' ? 1 : 0)
  const weights = new Map<string, number>()
  for (const header of found) weights.set(familyOf(header), (weights.get(familyOf(header)) ?? 0) + weightOf(header))
  const [family] = [...weights].toSorted((a, b) => b[1] - a[1])[0]!
  const alike = found.filter((header) => familyOf(header) === family)
  const threeParts = alike.filter(({ parts }) => parts === 3)
  const weigh = (list: readonly Header[]) => list.reduce((sum, header) => sum + weightOf(header), 0)
  // `0:59` can be followed by `1:00:04`, but `00:00:59` cannot be followed by `1:01`.
  const isLong = threeParts.some(({ time }) => time < hours(1)) && weigh(threeParts) * 2 >= weigh(alike)
  const sized = alike.filter(({ parts, time }) => (isLong ? parts === 3 : parts === 2 || time >= hours(1)))
  return withoutSpokenTimes(sized, lines)
}

const familyOf = ({ style }: Header): string => style.replace(' text', '')

function withoutSpokenTimes(headers: readonly Header[], lines: readonly string[]): Header[] {
  const counts = new Map<string, number>()
  for (const { speaker } of headers) counts.set(speaker, (counts.get(speaker) ?? 0) + 1)
  const others = headers.slice(1)
  const named = others.filter(({ speaker }) => speaker !== '')
  const areBlank = (list: readonly Header[], share: number) =>
    list.filter(({ isAfterBlank }) => isAfterBlank).length >= Math.max(1, list.length * share)
  const hasBlanks = areBlank(others, 0.4) || (headers[0]?.speaker !== '' && areBlank(named, 0.8))
  const isCertain = (header: Header, n: number) =>
    (hasBlanks && header.isAfterBlank) || n === 0 || (header.speaker !== '' && (counts.get(header.speaker) ?? 0) > 1)
  const rising = hasBlanks ? null : longestRise(headers.map(({ time }) => time))
  // A file of several recordings restarts at zero.
  const isRestarted = rising !== null && rising.size < headers.length * 0.7
  const nextCertain = Array.from<Millis>({ length: headers.length })
  for (let n = headers.length - 1, time = Infinity; n >= 0; n--) {
    nextCertain[n] = time
    if (isCertain(headers[n]!, n)) time = headers[n]!.time
  }
  let last = 0
  const chosen = headers.filter((header, n) => {
    const fits = rising
      ? isRestarted || rising.has(n)
      : header.speaker !== '' && header.time >= last && header.time <= nextCertain[n]!
    if (!isCertain(header, n) && !fits) return false
    last = header.time
    return true
  })
  // A single sentence with a time is not a transcript.
  const [only] = chosen
  const hasText = (header: Header) => header.text !== '' || lines.slice(header.index + 1).some(Boolean)
  return chosen.length === 1 &&
    only &&
    (!hasText(only) || (only.index > 0 && nameKind(only.speaker) !== 'full' && only.style !== 'time'))
    ? []
    : chosen
}

/** Returns the indexes of a longest non-decreasing subsequence of the times. */
function longestRise(times: readonly Millis[]): ReadonlySet<number> {
  const tails: number[] = []
  const previous: number[] = []
  for (const [n, time] of times.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (times[tails[middle]!]! <= time) low = middle + 1
      else high = middle
    }
    previous.push(low > 0 ? tails[low - 1]! : -1)
    tails[low] = n
  }
  const chosen = new Set<number>()
  for (let n = tails.at(-1) ?? -1; n >= 0; n = previous[n]!) chosen.add(n)
  return chosen
}

/** Google Meet ends with a line for the end time, followed by a note. Returns that line and its time. */
function findFooter(lines: readonly string[], headers: readonly Header[]): { index: number; time: Millis } | null {
  const last = headers.at(-1)
  if (!last || last.style !== 'time') return null
  for (let index = lines.length - 1; index > last.index + 1; index--) {
    const line = lines[index] ?? ''
    if (lines[index - 1] !== '' || line.length > 120 || /^[^:：]{1,60}[:：]\s*\D/u.test(line)) continue
    const time = new RegExp(`(?<!\\d)(\\d{1,2}:\\d{2}:\\d{2})(?!\\d)`).exec(plainDigits(line))?.[1]
    const end = time === undefined ? null : parseClock(time)
    if (end !== null && end >= last.time) return { index, time: end }
  }
  return null
}

/** Parses a text whose paragraphs end with their time. */
function parseEndTimes(lines: readonly string[], report: ImportReport): Cue[] {
  const matches = lines.map((line) => TIME_LAST.exec(line.slice(-20)))
  if (matches.filter(Boolean).length < 2) return []
  let [start, pending]: [Millis, string[]] = [0, []]
  const cues: UnsplitCue[] = []
  for (const [n, match] of matches.entries()) {
    if (!match) {
      if (lines[n] !== '') pending.push(lines[n]!)
      continue
    }
    const end = (parseClock(groupOf(match, 'time')) ?? 0) + Number(groupOf(match, 'tenth') || 0) * 100
    const said = [...pending, lines[n]!.slice(0, -match[0].length).trim()].filter(Boolean)
    if (said.length > 0)
      cues.push({ start, end: Math.max(end, start), lines: [oneLine(said.join(' '))], speaker: '', place: n + 1 })
    ;[start, pending] = [Math.max(end, start), []]
  }
  for (const line of pending) report.leaveOut('outside', lines.lastIndexOf(line) + 1, line)
  return splitSpeakers(cues)
}
