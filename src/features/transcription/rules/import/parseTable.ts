import type { Millis } from '#shared/units.ts'
import { defaultSpeakerName } from '../assignSpeakers.ts'
import { type Cue, median, oneLine } from './cue.ts'
import type { ImportReport } from './ImportReport.ts'
import { parseNumber, parseTime } from './times.ts'

type TableRow = { readonly cells: readonly string[]; readonly line: number }

const SEPARATORS = ['\t', ',', ';', '|'] as const
/** Number of rows used to detect the columns. */
const SAMPLE = 200
const MAX_COLUMNS = 40
/** Column names that decide where values are ambiguous. */
const LENGTH_NAME = /^(?:duration|length|dauer|länge|durée|duración|durata|duração|时长|時長|長さ|길이)/i
const MILLIS_NAME = /(?:\(ms\)|_ms$|\bms\b|millis)/i
const SECONDS_NAME = /(?:\(s\)|_s$|\bsec|seconds)/i

/** Returns the cues of a table with one row per passage, as spreadsheets and tools write it; none for other texts. */
export function parseTable(text: string, duration: Millis, report: ImportReport): Cue[] {
  for (const separator of SEPARATORS) {
    const head = text.slice(0, 20_000)
    if (!head.includes(separator)) continue
    const sample = readRows(head, separator).slice(0, SAMPLE)
    if (text.length > head.length) sample.pop()
    const columns = findColumns(sample)
    if (columns) return readTable(readRows(text, separator), columns, duration, report)
  }
  return []
}

/** Splits a text into rows and cells. A quoted cell may contain separators, line breaks and doubled quotes (RFC 4180). */
function readRows(text: string, separator: string): TableRow[] {
  const rows: TableRow[] = []
  let [at, line] = [0, 1]
  while (at < text.length) {
    const cells: string[] = []
    const firstLine = line
    for (let isRow = true; isRow;) {
      let cell: string
      if (text[at] === '"' && separator !== '|') {
        const end = endOfQuotes(text, at + 1)
        cell = text.slice(at + 1, end).replaceAll('""', '"')
        line += countLines(cell)
        at = end + 1
      } else cell = ''
      const stop = nextOf(text, at, separator)
      cell += text.slice(at, stop)
      cells.push(cell.trim())
      isRow = text[stop] === separator && cells.length < MAX_COLUMNS
      at = stop + 1
    }
    line++
    if (cells.some((cell) => cell !== '')) rows.push({ cells, line: firstLine })
  }
  return rows
}

function endOfQuotes(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return text.length
}

function nextOf(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++) if (text[at] === separator || text[at] === '\n') return at
  return text.length
}

const countLines = (text: string): number => text.split('\n').length - 1

type Columns = {
  readonly start: number
  readonly end: number
  readonly isLength: boolean
  readonly text: number
  readonly speaker: number
  readonly header: readonly string[] | null
  readonly count: number
}

const isTime = (cell: string): boolean => cell !== '' && (parseTime(cell) !== null || parseNumber(cell) !== null)
const isClock = (cell: string): boolean => /\d:\d/.test(cell)

/** Detects the time, text and speaker columns by their values. */
function findColumns(rows: readonly TableRow[]): Columns | null {
  const count = median(rows.map(({ cells }) => cells.length))
  if (count < 2 || rows.length < 1) return null
  const [first] = rows
  const header = first && first.cells.length === count && !first.cells.some(isTime) ? first.cells : null
  const body = rows.slice(header ? 1 : 0).filter(({ cells }) => cells.length === count)
  if (body.length === 0 || body.length < (rows.length - (header ? 1 : 0)) * 0.7) return null
  const indices = Array.from({ length: count }, (_, n) => n)
  const shareOf = (n: number, test: (cell: string) => boolean) =>
    body.filter(({ cells }) => test(cells[n] ?? '')).length / body.length
  const isNamed = (n: number, name: RegExp) => name.test(header?.[n] ?? '')
  const isOther = (n: number) => isNamed(n, SPEAKER_NAME) || isNamed(n, NO_TIME_NAME)
  let times = indices.filter((n) => !isOther(n) && shareOf(n, isTime) >= 0.6)
  // A column of clock times is a time; a column of small numbers next to it is a row number.
  if (times.some((n) => shareOf(n, isClock) >= 0.7))
    times = times.filter((n) => shareOf(n, isClock) >= 0.7 || LENGTH_NAME.test(header?.[n] ?? ''))
  else times = times.filter((n) => !isCounter(body, n))
  const named = times.filter((n) =>
    /start|begin|from|^in$|anfang|inicio|início|début|inizio|開始|开始|開始|시작|начало/i.test(header?.[n] ?? ''),
  )
  const [start] = named.length > 0 ? named : times
  if (start === undefined) return null
  const others = times.filter((n) => n !== start && (n > start || named.length > 0))
  const end = others.find((n) => isNamed(n, END_NAME)) ?? others[0] ?? -1
  const texts = indices.filter(
    (n) => !times.includes(n) && n !== start && body.some(({ cells }) => /\p{L}/u.test(cells[n] ?? '')),
  )
  const lengthOf = (n: number) => body.reduce((sum, { cells }) => sum + (cells[n]?.length ?? 0), 0)
  // The column name matters more than the length of its texts: names can be longer than what is said.
  const longest = texts.toSorted((a, b) => lengthOf(b) - lengthOf(a))
  const text = longest.find((n) => isNamed(n, TEXT_NAME)) ?? longest.find((n) => !isNamed(n, SPEAKER_NAME)) ?? longest[0]
  if (text === undefined || (start !== 0 && !header && end < 0)) return null
  const speakers = indices.filter(
    (n) =>
      ![text, start, end].includes(n) &&
      (texts.includes(n) || isNamed(n, SPEAKER_NAME)) &&
      body.every(({ cells }) => (cells[n]?.length ?? 0) <= 80),
  )
  const speaker = speakers.find((n) => isNamed(n, SPEAKER_NAME)) ?? (header && speakers.length > 1 ? -1 : (speakers[0] ?? -1))
  return { start, end, isLength: end >= 0 && LENGTH_NAME.test(header?.[end] ?? ''), text, speaker, header, count }
}

const TEXT_NAME =
  /^(?:text|texto|texte|testo|transcript|transcription|content|contenido|contenu|contenuto|conteúdo|inhalt|utterance|sentence|what|said)\b|^(?:内容|內容|文本|文字|発言|テキスト|텍스트|내용|본문|текст)/i
const SPEAKER_NAME =
  /speaker|name|participant|person|^who$|parlante|sprecher|hablante|intervenant|locuteur|relatore|orador|falante|話者|说话|發言|发言|講者|화자|говорящий/i
const END_NAME = /(?<!\p{L})end|stop|^to$|^out$|^bis$|^fin|結束|结束|終了|종료|конец/iu
const NO_TIME_NAME = /confidence|^conf$|^score$|prob|channel/i

/** Whether a column only numbers the rows. */
const isCounter = (body: readonly TableRow[], n: number): boolean =>
  body.length > 1 && body.every(({ cells }, index) => index === 0 || Number(cells[n]) === Number(body[index - 1]!.cells[n]) + 1)

function readTable(rows: readonly TableRow[], columns: Columns, duration: Millis, report: ImportReport): Cue[] {
  const { header, start: startAt, end: endAt, text: textAt, speaker: speakerAt } = columns
  const body = header ? rows.slice(1) : rows
  const toMs = unitOf(body, columns, duration)
  const isFromZero = body.some(({ cells }) => /^0+$/.test(cells[speakerAt] ?? ''))
  const speakerOf = (cell: string) =>
    /^\d{1,4}$/.test(cell) ? defaultSpeakerName(Number(cell) - (isFromZero ? 0 : 1)) : oneLine(cell)
  return body.flatMap(({ cells, line }) => {
    // An unquoted text that contains separators makes a row longer than the others.
    const isLong = textAt === columns.count - 1 && cells.length > columns.count
    const text = oneLine(isLong ? cells.slice(textAt).join(', ') : (cells[textAt] ?? '')).replace(/^'(?=\s*[=+\-@＝＋－＠])/, '')
    const start = toMs(cells[startAt] ?? '')
    if (start === null || text === '') {
      report.leaveOut(text === '' ? 'badRow' : 'badTime', line, cells.join(' '))
      return []
    }
    const end = endAt < 0 ? null : toMs(cells[endAt] ?? '')
    return [
      {
        start,
        end: end !== null && columns.isLength ? start + end : end,
        text,
        speaker: speakerOf(cells[speakerAt] ?? ''),
        place: line,
      },
    ]
  })
}

/** Numbers without a unit are seconds or milliseconds, depending on the resulting speech rate. */
function unitOf(
  body: readonly TableRow[],
  { start, end, text, header, isLength }: Columns,
  duration: Millis,
): (cell: string) => Millis | null {
  let [letters, spoken, fractions, latest] = [0, 0, false, 0]
  for (const { cells } of body) {
    const [from, to] = [parseNumber(cells[start] ?? ''), parseNumber(cells[end] ?? '')]
    if (from === null) continue
    latest = Math.max(latest, from)
    fractions ||= !Number.isInteger(from)
    if (to === null) continue
    letters += cells[text]?.length ?? 0
    spoken += Math.max(0, isLength ? to : to - from)
  }
  const name = header?.[start] ?? ''
  const isMillis =
    MILLIS_NAME.test(name) ||
    (!SECONDS_NAME.test(name) && !fractions && (spoken > 0 ? letters / spoken < 0.04 : latest > duration / 1000))
  return (cell) => {
    const time = parseTime(cell)
    const number = time === null ? parseNumber(cell) : null
    return time ?? (number === null ? null : Math.round(number * (isMillis ? 1 : 1000)))
  }
}
