import { countWordsOf } from '../Segmenter.ts'

/** Why something in a file is missing from the imported transcript, or was changed. */
export type LeftOutReason =
  /** A line that belongs to no passage: a heading, a footer, a list of participants. */
  | 'outside'
  /** A note, a style or a command of the format, which is not speech. */
  | 'notSpeech'
  /** An unreadable time. */
  | 'badTime'
  /** A row without a text or a time, or a damaged one. */
  | 'badRow'
  /** A line that repeats the previous one, as in rolling captions. */
  | 'repeated'
  /** It begins after the end of the recording. */
  | 'afterEnd'
  /** Invalid bytes for the encoding, or characters that were lost before. */
  | 'badCharacters'
  /** A time before the start, or an end before its start. The text is kept. */
  | 'movedTime'

/** What was left out for one reason. */
export type LeftOut = {
  readonly reason: LeftOutReason
  readonly count: number
  readonly words: number
  /** The places of the first ones, in order. */
  readonly places: readonly number[]
}

/** Why nothing could be imported. */
export type ImportRefusal = {
  readonly reason: 'noTimes' | 'damaged' | 'empty' | 'afterEnd' | 'tooLarge' | 'tooLong' | 'unknownJson'
  /** The line at which parsing stopped; null when there is no single line. */
  readonly place: number | null
}

/** Maximum number of places per reason. */
const MAX_PLACES = 1000

/** Collects what an import leaves out, to show it to the user. */
export class ImportReport {
  /** Whether places are lines of the file or rows of a JSON document. */
  placeKind: 'line' | 'row' = 'line'
  refusal: ImportRefusal | null = null
  readonly #found = new Map<LeftOutReason, { count: number; words: number; places: number[] }>()

  /** Records that the text at a place was left out. */
  leaveOut(reason: LeftOutReason, place: number, text = ''): void {
    let found = this.#found.get(reason)
    if (!found) this.#found.set(reason, (found = { count: 0, words: 0, places: [] }))
    found.count++
    found.words += text === '' ? 0 : countWordsOf(text)
    if (found.places.length < MAX_PLACES && found.places.at(-1) !== place) found.places.push(place)
  }

  /** Records why nothing could be imported. */
  refuse(reason: ImportRefusal['reason'], place: number | null = null): void {
    this.refusal ??= { reason, place }
  }

  /** Clears the report, because the file is parsed again as another format. */
  clear(): void {
    this.#found.clear()
    this.refusal = null
    this.placeKind = 'line'
  }

  /** Returns what was left out, in the order in which it was found. */
  get leftOut(): LeftOut[] {
    return [...this.#found].map(([reason, found]) => ({ reason, ...found, places: found.places.toSorted((a, b) => a - b) }))
  }
}

/** Formats places as spans, `[1, 2, 3, 7]` as `1–3, 7`, ending with … after `maxSpans`. */
export function formatPlaces(places: readonly number[], maxSpans = 6): string {
  const spans: [number, number][] = []
  for (const place of places) {
    const last = spans.at(-1)
    if (last && place <= last[1] + 1) last[1] = place
    else spans.push([place, place])
  }
  const shown = spans.slice(0, maxSpans).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`))
  return shown.join(', ') + (spans.length > maxSpans ? ' …' : '')
}
