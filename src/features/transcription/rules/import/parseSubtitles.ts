import type { Millis } from '#shared/units.ts'
import { type Cue, type TimedWord, groupOf, oneLine } from './cue.ts'
import { type VoicePart, decodeEntities, readCueText } from './cueText.ts'
import type { ImportReport } from './ImportReport.ts'
import { removeRepeatedLines } from './rollingCaptions.ts'
import { type UnsplitCue, shareCue, splitSpeakers } from './speakerNames.ts'
import { parseClock, parseTime, plainDigits } from './times.ts'

const CLOCK = String.raw`[-−]?\d{1,4}\s?:\s?\d{1,2}(?:\s?:\s?\d{1,2})?(?:\s?[.,:;]\s?\d{1,9})?`
const SECONDS = String.raw`\d{1,7}(?:\.\d{1,9})?\s?s`
const ARROW = String.raw`(?:[-‐-―−]{1,3}\s?[>＞›]|=+>|[→⟶➔])`
const TIMING = new RegExp(
  `^\\s*(?<open>[[(])?\\s*(?<start>${CLOCK}|${SECONDS})\\s*${ARROW}\\s*(?<end>${CLOCK}|${SECONDS})\\s*[\\])]?(?<rest>.*)$`,
)
/** SBV and SubViewer: two times with fractions and a comma. */
const COMMA_TIMING = /^\s*(?<start>\d{1,3}:\d{1,2}:\d{1,2}\.\d{2,3}),(?<end>\d{1,3}:\d{1,2}:\d{1,2}\.\d{2,3})(?<rest>\s*)$/
/** The position of a subtitle: settings of WebVTT and coordinates of SRT. */
const SETTINGS = /^(?:(?:^|\s+)(?:[a-z][\w-]*|[XY][12]):\S+)*\s*$/
/** A line with an arrow and numbers is a timing line, even if its times are unreadable. */
const LIKE_TIMING = /^\s*[\d:.,;\s]*\d\s*-->|-->\s*\d[\d:.,;\s]*$/
const MAX_TIMING_LINE = 400
const NOT_SPEECH = /^(?:NOTE|STYLE|REGION)(?:\s|$)/
/** In files of Webex, the number of a subtitle includes the speaker's name: `1 "Lena Brandt" (1234567)`. */
const NAMED_ID = /^\d+\s+"(?<name>[^"]{1,80})"/

type Timing = { index: number; start: Millis; end: Millis | null; rest: string }
/** A timing line. `start` is null when it is unreadable. */
type FoundTiming = Omit<Timing, 'start'> & { start: Millis | null }

/** Returns the cues of an SRT, WebVTT or SBV file, or of a list of lines with two times; none without timing lines. */
export function parseSubtitles(text: string, report: ImportReport): Cue[] {
  const lines = text.split('\n')
  const timings = withStarts(lines.flatMap((line, index) => readTiming(line, index, report) ?? []))
  if (timings.length === 0) return []
  const isVtt = /^\s*WEBVTT/.test(lines[0] ?? '')
  const isNumbered = timings.filter(({ index }) => isNumber(lines[index - 1])).length > timings.length * 0.7
  const blocks = { lines, isVtt, isNumbered, report }
  leaveOutHeader(blocks, timings[0]!.index)
  const cues = timings.map((timing, n) =>
    readBlock(blocks, timing, timings[n + 1]?.index ?? lines.length, n === timings.length - 1),
  )
  return splitSpeakers(nameByFirstLine(joinVoices(cues, report), isVtt || isNumbered))
}

function readTiming(line: string, index: number, report: ImportReport): FoundTiming | null {
  const head = line.slice(0, MAX_TIMING_LINE)
  if (!/[>＞›→⟶➔,]/.test(head)) return null
  const plain = plainDigits(head)
  const match = TIMING.exec(plain) ?? COMMA_TIMING.exec(plain)
  const start = match && readTime(groupOf(match, 'start'))
  if (!match || start === null) {
    if (!LIKE_TIMING.test(plain)) return null
    const [from = '', to = ''] = plain.split('-->')
    report.leaveOut('badTime', index + 1)
    return { index, start: readTime(from), end: readTime(to), rest: '' }
  }
  const rest = groupOf(match, 'rest')
  const said = SETTINGS.test(rest) ? '' : line.slice(head.length - rest.length).trim()
  return { index, start, end: readTime(groupOf(match, 'end')), rest: said }
}

/** A cue with an unreadable start begins at the end of the previous one. */
function withStarts(found: readonly FoundTiming[]): Timing[] {
  if (!found.some(({ start }) => start !== null)) return []
  let last: Millis = 0
  return found.map((timing) => {
    const start = timing.start ?? last
    last = timing.end ?? start
    return { ...timing, start }
  })
}

const readTime = (text: string): Millis | null => parseClock(text) ?? parseTime(text)

const isNumber = (line: string | undefined): boolean => line !== undefined && /^\s*\d{1,7}\s*$/.test(line)
const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === ''

type Blocks = { lines: readonly string[]; isVtt: boolean; isNumbered: boolean; report: ImportReport }

/** Lines before the first cue are its number and the header of the file. */
function leaveOutHeader({ lines, isVtt, report }: Blocks, end: number): void {
  for (let n = 0; n < end; n++) {
    const line = lines[n] ?? ''
    if (isBlank(line) || /^\s*WEBVTT/.test(line) || (n === end - 1 && (isNumber(line) || isVtt)) || line.includes('-->')) continue
    report.leaveOut(isVtt ? 'notSpeech' : 'outside', n + 1, line)
  }
}

type ReadCue = { timing: Timing; parts: VoicePart[]; speaker: string }

/** Reads the text below a timing line, which ends before the number or name of the next cue. */
function readBlock({ lines, isVtt, isNumbered, report }: Blocks, timing: Timing, nextIndex: number, isLast: boolean): ReadCue {
  const content: string[] = []
  const end = isLast ? nextIndex : nextIndex - (isIdOfNext(lines, timing.index, nextIndex, isVtt || isNumbered) ? 1 : 0)
  let skipped = false
  for (let n = timing.index + 1; n < end; n++) {
    const line = lines[n] ?? ''
    if (isBlank(line)) skipped = false
    else if (skipped || (isVtt && NOT_SPEECH.test(line) && isBlank(lines[n - 1]))) {
      skipped = true
      report.leaveOut('notSpeech', n + 1, line)
    } else content.push(line)
  }
  const speaker = decodeEntities(groupOf(NAMED_ID.exec(lines[timing.index - 1] ?? ''), 'name')).trim()
  const source = [timing.rest, ...content].filter(Boolean).join('\n').replaceAll('[br]', '\n')
  return { timing, speaker, parts: readCueText(source) }
}

/** Whether the line before the next timing line is the number or name of that cue. */
function isIdOfNext(lines: readonly string[], index: number, next: number, hasIds: boolean): boolean {
  if (next - 1 <= index || isBlank(lines[next - 1])) return false
  if (isNumber(lines[next - 1])) return hasIds || isBlank(lines[next - 2])
  return (
    (isBlank(lines[next - 2]) && next - 2 > index && hasIds && !/\s\S+\s\S+\s/.test(lines[next - 1] ?? '')) ||
    NAMED_ID.test(lines[next - 1] ?? '')
  )
}

/** Joins the lines of one voice, and removes repetitions of rolling captions. */
function joinVoices(cues: readonly ReadCue[], report: ImportReport): UnsplitCue[] {
  const isVoiced = cues.some(({ speaker, parts }) => speaker !== '' || parts.some(({ voice }) => voice !== ''))
  if (isVoiced) return cues.flatMap(({ timing, speaker, parts }) => voiceCues(timing, speaker, parts))
  const shown = cues.flatMap(({ timing: { start, end, index }, parts: [part] }) => {
    if (!part) return []
    const lines = part.text.split('\n').map(oneLine).filter(Boolean)
    return [{ start, end, place: index + 1, lines, speaker: '', ...withWords(part, start, end) }]
  })
  return removeRepeatedLines(shown, ({ place }, line) => report.leaveOut('repeated', place, line))
}

function voiceCues({ start, end, index }: Timing, speaker: string, parts: readonly VoicePart[]): UnsplitCue[] {
  const texts = parts.map((part) => ({ speaker: part.voice || speaker, text: part.text }))
  return shareCue({ start, end, place: index + 1 }, texts).map(({ text, ...cue }, n) => ({
    ...cue,
    lines: text.split('\n'),
    ...(parts.length === 1 && withWords(parts[n]!, start, end)),
  }))
}

/** Returns the words of a text that contains times. */
function withWords({ text, marks }: VoicePart, start: Millis, end: Millis | null): { words?: TimedWord[] } {
  if (marks.length === 0) return {}
  const lineStart = text.lastIndexOf('\n', marks[0]!.at) + 1
  const bounds = [{ at: lineStart, time: start }, ...marks, { at: text.length, time: end ?? marks.at(-1)!.time }]
  const words = bounds.slice(0, -1).flatMap(({ at, time }, n): TimedWord[] => {
    const next = bounds[n + 1]!
    const word = oneLine(text.slice(at, next.at))
    return word === '' ? [] : [[time, Math.max(time, next.time), word, 1]]
  })
  return words.length > 0 ? { words } : {}
}

/** Word documents of Teams have the name on a separate line below the times. */
function nameByFirstLine(cues: readonly UnsplitCue[], hasIds: boolean): readonly UnsplitCue[] {
  if (hasIds || cues.length < 2 || !cues.every(({ lines, speaker }) => lines.length > 1 && speaker === '')) return cues
  const names = new Set(cues.map(({ lines }) => lines[0] ?? ''))
  const areNames = [...names].every((name) => name.length <= 60 && !/[.!?。！？:：]$/.test(name))
  if (!areNames || (names.size > cues.length / 2 && cues.length > 4)) return cues
  return cues.map((cue) => ({ ...cue, speaker: oneLine(cue.lines[0] ?? ''), lines: cue.lines.slice(1) }))
}
