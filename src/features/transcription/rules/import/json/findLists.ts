import { type Row, isObject, readRow, speakerOfRows } from './rows.ts'

/** A row, and the index of the JSON value that it is from. */
export type FoundRow = Row & { readonly part: number }

/** The lists at the same path of a document, or of each of its values, combined. */
export type FoundList = {
  /** The path of keys to the list, with `*` for each array. */
  readonly path: string
  readonly rows: readonly FoundRow[]
  /** The number of letters in all texts, to distinguish lists of the same speech from lists of something else. */
  readonly letters: number
  /** Each row is a word, not a passage. */
  readonly isWords: boolean
  /** Words are split into the tokens of a model. */
  readonly isParts: boolean
  /** Numbers are milliseconds, whatever their size. */
  readonly isMillis: boolean
}

const MAX_DEPTH = 12
/** Other versions of the same text, and lists that do not contain speech. */
const SKIPPED =
  /^(?:nbest|alternatives|chapters|highlights|entities|topics|sentiment\w*|summary|translations?|search\w*|log|notes|todos|turns)$/i
/** Earshot and Plaud count in milliseconds. */
const MILLIS_LIST = /(?:^|\.)(?:trans_result)\.\*$/

type Visit = { value: unknown; path: string; depth: number; speaker: string; channel: string; part: number }

/** Finds all lists of a document whose rows have a text and a time. Visits each value once. */
export function findLists(document: unknown): FoundList[] {
  const found = new Map<string, FoundRow[]>()
  const waiting: Visit[] = [{ value: document, path: '', depth: 0, speaker: '', channel: '', part: 0 }]
  for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
    const { value, path, depth, speaker, channel, part } = visit
    if (depth > MAX_DEPTH) continue
    if (Array.isArray(value)) addRows(found, value, visit)
    const children = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
    const own = isObject(value) ? speakerOfRows(value) || speaker : speaker
    const next: Visit[] = []
    for (const [key, child] of children) {
      if (typeof child !== 'object' || child === null) continue
      const isIndex = typeof key === 'number'
      // Only the first version of a text is the transcript.
      const isOther = isIndex
        ? key > 0 && /(?:^|\.)(?:alternatives|nbest)$/i.test(path)
        : SKIPPED.test(key) && !isFirstVersion(key)
      if (isOther) continue
      const childPath = isIndex ? `${path}.*` : `${path}.${key}`
      next.push({
        value: child,
        path: childPath,
        depth: depth + 1,
        speaker: own,
        channel: isIndex && /(?:^|\.)channels$/i.test(path) ? String(key) : channel,
        part: isIndex && path === '' ? key : part,
      })
    }
    for (let n = next.length - 1; n >= 0; n--) waiting.push(next[n]!)
  }
  return [...found].flatMap(([path, rows]) => toList(path, withChannels(rows)) ?? [])
}

const isFirstVersion = (key: string): boolean => /^(?:alternatives|nbest)$/i.test(key)

function addRows(found: Map<string, FoundRow[]>, list: readonly unknown[], { path, speaker, channel, part }: Visit): void {
  if (!list.some((each) => isObject(each))) return
  const key = `${path}.*`
  let rows = found.get(key)
  if (!rows) found.set(key, (rows = []))
  for (const [n, each] of list.entries()) {
    const row = readRow(each)
    if (row) rows.push({ ...row, speaker: row.speaker || speaker, channel: row.channel || channel, part: path === '' ? n : part })
    else if (isObject(each) && path === '') rows.push({ ...EMPTY, part: n })
  }
}

/** Speaker numbers restart in each channel. */
function withChannels(rows: readonly FoundRow[]): readonly FoundRow[] {
  if (new Set(rows.map(({ channel }) => channel)).size < 2) return rows
  const keyOf = ({ channel, speaker }: FoundRow) => `${channel} ${speaker}`
  const keys = [...new Set(rows.map(keyOf))]
  return rows.map((row) => (/^\d*$/.test(row.speaker) ? { ...row, speaker: `S${keys.indexOf(keyOf(row)) + 1}` } : row))
}

const EMPTY: Row = {
  start: null,
  end: null,
  length: null,
  text: null,
  speaker: '',
  channel: '',
  words: [],
  confidence: 1,
  isPunctuation: false,
  isOpening: false,
  isSpacing: false,
}

function toList(path: string, rows: readonly FoundRow[]): FoundList | null {
  let [letters, timed, spoken, words, leading] = [0, 0, 0, 0, 0]
  for (const { text, words: own, start, end, isSpacing } of rows) {
    const said = text ?? own.map(({ text: word }) => word ?? '').join(' ')
    letters += said.trim().length
    if (start !== null || end !== null || own.some((word) => word.start !== null)) timed++
    if (said.trim() === '' || isSpacing) continue
    spoken++
    if (said.startsWith(' ')) leading++
    if (said.trim().split(/\s+/, 4).length === 1 && said.length < 40) words++
  }
  if (timed === 0 || timed < rows.length * 0.2) return null
  const isWords =
    words > spoken * 0.9 && spoken > 0 && rows.every(({ words: own }) => own.length === 0) && (spoken > 3 || isWordPath(path))
  return {
    path,
    rows,
    letters,
    isWords,
    isParts: /tokens\.\*$/i.test(path) || hasTokens(rows, leading),
    isMillis: MILLIS_LIST.test(path),
  }
}

const isWordPath = (path: string): boolean => /(?:words?|tokens|items|result|results|elements|segs|alignment)\.\*$/i.test(path)

/** The words of whisper.cpp are tokens. */
const hasTokens = (rows: readonly FoundRow[], leading: number): boolean =>
  leading > 0 &&
  rows.some(({ words }) => words.some(({ text }) => text !== null && text.length > 1 && !/^\s/.test(text) && /^[a-z]/.test(text)))

/**
 * Returns the list that contains the transcript: the one with the most text. Among lists with about as much, prefers the longest
 * rows, which are passages rather than words.
 */
export function chooseList(lists: readonly FoundList[]): FoundList | null {
  const most = lists.reduce((max, { letters }) => Math.max(max, letters), 0)
  const [best] = lists
    .filter(({ letters }) => letters > 0 && letters >= most * 0.8)
    .toSorted(
      (a, b) =>
        Number(hasOwnTimes(b)) - Number(hasOwnTimes(a)) ||
        Number(hasSpeakers(b)) - Number(hasSpeakers(a)) ||
        a.rows.length - b.rows.length ||
        b.letters - a.letters,
    )
  return best ? withoutRepeatedWords(best) : null
}

/** Whether rows have times themselves. Rows of a channel or a whole recording only have those of their words. */
const hasOwnTimes = ({ rows }: FoundList): boolean => rows.some(({ start, end }) => start !== null || end !== null)
const hasSpeakers = ({ rows }: FoundList): boolean =>
  rows.some(({ speaker, words }) => speaker !== '' || words.some((word) => word.speaker !== ''))

/** Google repeats all words, with speakers, in the last result. */
function withoutRepeatedWords(list: FoundList): FoundList {
  const half = list.rows.length / 2
  const timeOf = ({ start }: Row) => (start === null ? null : 'ms' in start ? start.ms : start.number)
  const isSame = (row: Row, n: number) => row.text === list.rows[half + n]!.text && timeOf(row) === timeOf(list.rows[half + n]!)
  const isRepeated = list.isWords && half >= 1 && Number.isInteger(half) && list.rows.slice(0, half).every(isSame)
  return isRepeated ? { ...list, rows: list.rows.slice(half) } : list
}

/** Returns the list of words for a list of passages without words. */
export function findWordList(lists: readonly FoundList[], passages: FoundList): FoundList | null {
  if (passages.isWords || passages.rows.some(({ words }) => words.length > 0)) return null
  return lists.find((list) => list !== passages && list.isWords && list.letters >= passages.letters * 0.2) ?? null
}

/** Returns the list of speaker turns without texts, or null. */
export const findTurns = (lists: readonly FoundList[]): FoundList | null =>
  lists.find(({ letters, rows }) => letters === 0 && rows.some(({ speaker, start }) => speaker !== '' && start !== null)) ?? null
