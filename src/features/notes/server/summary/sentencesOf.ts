import { cleanSpeech, standAlone } from './cleanSpeech.ts'
import { BREAK } from './lexicon.ts'
import type { Lexicon } from './lexicon.ts'
import type { Segment } from './summary.ts'

/** One sentence of the transcript and the segments it spans. */
export type Sentence = {
  readonly text: string
  readonly segments: readonly Segment[]
  readonly tokens: readonly string[]
  /** Number of words. */
  readonly length: number
  /** Number of occurrences of each term. */
  readonly terms: ReadonlyMap<string, number>
  /** Position in the recording, from 0 to 1. */
  readonly position: number
}

const LONGEST_RUN = 240

/** Returns the sentences of a transcript in order. A sentence that continues in the next segments is joined. */
export function sentencesOf(segments: readonly Segment[], words: Lexicon): Sentence[] {
  const last = Math.max(1, segments.length - 1)
  return runsOf(segments, words.language).flatMap((run) => {
    let at = 0
    return words.sentences(run.text).flatMap((part) => {
      const [from, to] = [at, (at += part.length)]
      const held = run.pieces.filter((piece) => piece.from < to - (part.length - part.trimEnd().length) && piece.to > from)
      const text = standAlone(part, words.language)
      const first = held[0]
      return text === '' || !first
        ? []
        : [
            sentence(
              text,
              held.map((piece) => piece.segment),
              first.index / last,
              words,
            ),
          ]
    })
  })
}

function sentence(text: string, segments: Segment[], position: number, words: Lexicon): Sentence {
  const tokens = words.tokens(text)
  const terms = new Map<string, number>()
  for (const token of tokens) {
    const term = words.term(token)
    if (term !== undefined) terms.set(term, (terms.get(term) ?? 0) + 1)
  }
  return { text, segments, tokens, length: tokens.filter((token) => token !== BREAK).length, terms, position }
}

type Piece = { readonly segment: Segment; readonly index: number; readonly from: number; readonly to: number }
type Run = { text: string; readonly pieces: Piece[] }

/** Joins consecutive segments of one speaker when the first does not end a sentence and the next starts in lower case. */
function runsOf(segments: readonly Segment[], language: string): Run[] {
  const runs: Run[] = []
  segments.forEach((segment, index) => {
    const text = cleanSpeech(segment.text, language)
    if (text === '') return
    const before = runs.at(-1)
    const goesOn =
      before !== undefined &&
      !segment.afterGap &&
      before.pieces.at(-1)?.segment.speaker === segment.speaker &&
      before.text.length + text.length < LONGEST_RUN &&
      !/[.?!…。？！]["'”’»)]*$/u.test(before.text) &&
      /^\p{Ll}/u.test(text)
    const run = goesOn ? before : { text: '', pieces: [] }
    if (!goesOn) runs.push(run)
    const from = run.text === '' ? 0 : run.text.length + 1
    run.text = run.text === '' ? text : `${run.text} ${text}`
    run.pieces.push({ segment, index, from, to: from + text.length })
  })
  return runs
}
