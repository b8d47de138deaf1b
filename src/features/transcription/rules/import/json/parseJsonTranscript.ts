import type { Millis } from '#shared/units.ts'
import { defaultSpeakerName } from '../../assignSpeakers.ts'
import { normalizeWord } from '../../editing/textUnits.ts'
import { type Cue, type TimedWord, oneLine } from '../cue.ts'
import type { ImportReport } from '../ImportReport.ts'
import { type FoundList, chooseList, findLists, findTurns, findWordList } from './findLists.ts'
import { type Row, type ToMillis, isObject, unitOf } from './rows.ts'
import type { JsonPart } from './splitJson.ts'
import { type SpokenWord, joinSpokenWords, passagesOf, splitBySpeaker, timeWords } from './words.ts'

/** Larger than any time in a recording: a date, in ms. */
const DATE: Millis = Date.UTC(1980, 0, 1)

/** Returns the cues in JSON documents of another program; none when no document has rows with a text and a time. */
export function parseJsonTranscript(parts: readonly JsonPart[], duration: Millis, report: ImportReport): Cue[] {
  // Several values are either rows themselves, or documents with their own lists.
  const isLines = parts.length > 1
  const document = isLines ? parts.map(({ value }) => value) : parts[0]?.value
  const lists = findLists(document)
  const list = chooseList(lists)
  if (!list) return []
  report.placeKind = isLines ? 'line' : 'row'
  const placeOf = (row: number) => (isLines ? (parts[list.rows[row]?.part ?? 0]?.line ?? 1) : row + 1)
  const toMs = list.isMillis ? asMillis : unitOf(list.rows, duration)
  const turns = findTurns(lists)
  const speakerAt = turns ? createSpeakerFinder(turns.rows, toMs) : () => ''
  if (list.isWords) leaveOutSounds(list.rows, placeOf, report)
  const cues = list.isWords
    ? passagesOf(withSpeakers(punctuate(timeWords(list.rows, { toMs, isParts: list.isParts }), document), speakerAt), placeOf(0))
    : readPassages(list, { toMs, placeOf, report, wordList: findWordList(lists, list), duration }).map((cue) =>
        cue.speaker === '' ? { ...cue, speaker: speakerAt((cue.start + (cue.end ?? cue.start)) / 2) } : cue,
      )
  return nameSpeakers(fromFirst(cues), document)
}

/** Returns a function for the speaker at a time, by a list of turns in any order. */
function createSpeakerFinder(rows: readonly Row[], toMs: ToMillis): (time: Millis) => string {
  const turns = rows
    .flatMap((row) => {
      const [start, end, length] = [toMs(row.start), toMs(row.end), toMs(row.length)]
      return start === null || row.speaker === '' ? [] : [{ start, end: end ?? start + (length ?? 0), speaker: row.speaker }]
    })
    .toSorted((a, b) => a.start - b.start)
  let at = 0
  return (time) => {
    if ((turns[at]?.start ?? 0) > time) at = 0
    while (at + 1 < turns.length && turns[at + 1]!.start <= time) at++
    const turn = turns[at]
    return turn && turn.start <= time && time <= turn.end ? turn.speaker : ''
  }
}

function withSpeakers(words: readonly SpokenWord[], speakerAt: (time: Millis) => string): readonly SpokenWord[] {
  if (words.some(({ speaker }) => speaker !== '')) return words
  return words.map((each) => ({ ...each, speaker: speakerAt((each.word[0] + each.word[1]) / 2) }))
}

/** Some lists of words contain sounds such as laughter. */
function leaveOutSounds(rows: readonly Row[], placeOf: (row: number) => number, report: ImportReport): void {
  for (const [n, { isSpacing, text }] of rows.entries())
    if (isSpacing && text !== null && text.trim() !== '') report.leaveOut('notSpeech', placeOf(n), text)
}

/** Some tools omit punctuation from words. It is taken from the text of the whole document. */
function punctuate(words: readonly SpokenWord[], document: unknown): readonly SpokenWord[] {
  const text = isObject(document) ? (document['text'] ?? document['transcript']) : undefined
  const tokens = typeof text === 'string' ? text.split(/\s+/).filter(Boolean) : []
  const isSame =
    tokens.length === words.length && words.every(({ word }, n) => normalizeWord(word[2]) === normalizeWord(tokens[n]!))
  if (!isSame) return words
  return words.map((each, n) => ({ ...each, raw: '', word: [each.word[0], each.word[1], tokens[n]!, each.word[3]] }))
}

const asMillis: ToMillis = (time) => (time === null ? null : Math.round('ms' in time ? time.ms : time.number))

type PassageOptions = {
  toMs: ToMillis
  placeOf: (row: number) => number
  report: ImportReport
  /** Words in another list of the document. */
  wordList: FoundList | null
  duration: Millis
}

function readPassages(list: FoundList, { toMs, placeOf, report, wordList, duration }: PassageOptions): Cue[] {
  const wordUnit = list.isMillis ? asMillis : unitOf(list.rows.flatMap(({ words }) => words).slice(0, 1000), duration)
  const cues: Cue[] = []
  for (const [n, row] of list.rows.entries()) {
    const [rawStart, length] = [toMs(row.start), toMs(row.length)]
    const rawEnd = toMs(row.end) ?? (rawStart === null || length === null ? null : rawStart + length)
    const words = fromStart(timeWords(row.words, { toMs: wordUnit, isParts: list.isParts, end: rawEnd }), rawStart, rawEnd)
    const text = oneLine(row.text ?? joinSpokenWords(words))
    const [first, last] = [words[0]?.word, words.at(-1)?.word]
    const previous = cues.at(-1)
    if (text === '' || row.isSpacing) {
      if (row.isSpacing) report.leaveOut('notSpeech', placeOf(n), text)
      else if (row.text === null) report.leaveOut('badRow', placeOf(n))
      continue
    }
    const start = rawStart ?? (first && hasTime(row.words) ? first[0] : null) ?? previous?.end ?? previous?.start ?? 0
    const end = rawEnd ?? (last && hasTime(row.words) ? last[1] : null)
    const timed = hasTime(row.words) ? words : []
    const speakers = new Set(timed.map(({ speaker }) => speaker))
    if (row.speaker === '' && speakers.size > 1 && joinSpokenWords(timed).replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')) {
      cues.push(...splitBySpeaker(timed, placeOf(n), ''))
      continue
    }
    cues.push({
      start,
      end,
      text,
      place: placeOf(n),
      speaker: row.speaker || ([...speakers][0] ?? ''),
      ...(timed.length > 0 && { words: timed.map(({ word }) => word) }),
    })
  }
  return wordList
    ? giveWords(
        cues,
        timeWords(wordList.rows, {
          toMs: wordList.isMillis ? asMillis : unitOf(wordList.rows, duration),
          isParts: wordList.isParts,
        }),
      )
    : cues
}

/** Some tools count the times of words from the start of their passage. */
function fromStart(words: SpokenWord[], start: Millis | null, end: Millis | null): SpokenWord[] {
  const [first, last] = [words[0]?.word, words.at(-1)?.word]
  if (start === null || end === null || !first || !last || first[0] >= start - 100 || last[1] > end - start + 200) return words
  return words.map(({ word: [from, to, text, confidence], ...each }) => ({
    ...each,
    word: [start + from, start + to, text, confidence],
  }))
}

const hasTime = (words: readonly Row[]): boolean => words.some(({ start }) => start !== null)

/** Assigns to passages the words within their time. */
function giveWords(cues: readonly Cue[], spoken: readonly { word: TimedWord; speaker: string }[]): Cue[] {
  const words = spoken.toSorted((a, b) => a.word[0] - b.word[0])
  let at = 0
  return cues.map((cue, n) => {
    if (cue.words) return cue
    const until = cue.end ?? cues[n + 1]?.start ?? Infinity
    while (at < words.length && words[at]!.word[0] < cue.start) at++
    const own: TimedWord[] = []
    let speaker = ''
    for (let next = at; next < words.length && words[next]!.word[0] < until; next++) {
      own.push(words[next]!.word)
      speaker ||= words[next]!.speaker
    }
    return own.length > 0 ? { ...cue, speaker: cue.speaker || speaker, words: own } : cue
  })
}

/** Times that are dates are converted relative to the first one. */
function fromFirst(cues: readonly Cue[]): readonly Cue[] {
  const first = cues.reduce((least, { start }) => Math.min(least, start), Infinity)
  if (!(first > DATE && first < Infinity)) return cues
  return cues.map((cue) => ({
    ...cue,
    start: cue.start - first,
    end: cue.end === null ? null : cue.end - first,
    ...(cue.words && {
      words: cue.words.map(([from, to, text, confidence]): TimedWord => [from - first, to - first, text, confidence]),
    }),
  }))
}

/**
 * Names speakers with labels: `SPEAKER_00`, `spk_0`, `speaker_0` and the channel `ch_0` count from zero, `S1` from one, and plain
 * numbers from the lowest.
 */
function nameSpeakers(cues: readonly Cue[], document: unknown): Cue[] {
  const names = namesIn(document)
  const plain = cues.flatMap(({ speaker }) => (/^\d{1,4}$/.test(speaker) ? Number(speaker) : []))
  const first = plain.reduce((least, number) => Math.min(least, number), Infinity)
  const cache = new Map<string, string>()
  const nameOf = (speaker: string): string => {
    const known = names.get(speaker)
    if (known) return known
    if (/^\d{1,4}$/.test(speaker)) return defaultSpeakerName(Number(speaker) - Math.min(first, 1))
    const zeroBased = /^(?:speaker_|spk_?|ch_)0*(\d{1,4})$/i.exec(speaker)?.[1]
    if (zeroBased !== undefined) return defaultSpeakerName(Number(zeroBased))
    const oneBased = /^S([1-9]\d{0,2})$/.exec(speaker)?.[1]
    if (oneBased !== undefined) return defaultSpeakerName(Number(oneBased) - 1)
    return /^(?:UU|null|none|undefined)$/i.test(speaker) ? '' : speaker
  }
  return cues.map((cue) => {
    if (!cache.has(cue.speaker)) cache.set(cue.speaker, nameOf(cue.speaker))
    return { ...cue, speaker: cache.get(cue.speaker)! }
  })
}

/** Returns the names of speakers in a document, by their ids. */
function namesIn(document: unknown): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const list = isObject(document) ? document['speakers'] : undefined
  for (const each of Array.isArray(list) ? list : []) {
    if (!isObject(each)) continue
    const id = each['id'] ?? each['speaker_id'] ?? each['spkid'] ?? each['label']
    const name = each['name'] ?? each['display_name'] ?? each['displayName']
    if ((typeof id === 'string' || typeof id === 'number') && typeof name === 'string' && name.trim() !== '')
      names.set(String(id), oneLine(name))
  }
  return names
}
