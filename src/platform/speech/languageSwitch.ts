import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import type { PlannedWindow } from './detection/windowPlanner.ts'
import type { SampleRange } from './detection/segmenter.ts'
import type { LanguageDetection } from './whisper/whisper.ts'

/**
 * Audio from which the language of a piece is detected. In all test clips four seconds were enough, and cost a tenth of a window.
 */
const PROBE = 4 * SPEECH_SAMPLE_RATE
/** Audio for a second detection when the first one is uncertain. */
const LONG_PROBE = 12 * SPEECH_SAMPLE_RATE
/** Shorter pieces get the language of the previous piece. */
const MIN_PIECE = 2.5 * SPEECH_SAMPLE_RATE
/** A detection with a lower probability does not count as a switch. */
const CONFIDENT = 0.8

/** A window in one language. `language` is undefined when it was not detected. */
export type WindowInLanguage = { readonly window: PlannedWindow; readonly language: string | undefined }

/**
 * Returns a function that cuts a window at the pauses at which its language changes. It detects the language of the last piece of
 * each window, and that of all pieces after the recording has switched languages for the first time.
 */
export function createLanguageSplitter(detect: (pcm: Float32Array) => Promise<LanguageDetection>) {
  let current: string | undefined
  let isMultilingual = false
  const probe = async (window: PlannedWindow, { start, end }: SampleRange): Promise<string | undefined> => {
    for (const length of end - start > PROBE ? [PROBE, LONG_PROBE] : [PROBE]) {
      const pcm = window.pcm.slice(Math.max(0, start - window.start), Math.min(end, start + length) - window.start)
      const { language, probability } = await detect(pcm)
      if (probability >= CONFIDENT) return language
    }
    return undefined
  }
  return async (window: PlannedWindow): Promise<WindowInLanguage[]> => {
    const pieces = joinShortPieces(window.segments)
    const last = pieces.at(-1)
    if (!last || pieces.length < 2) return [{ window, language: undefined }]
    current ??= await probe(window, pieces[0]!)
    const lastLanguage = await probe(window, last)
    // An unclear beginning does not count as another language.
    current ??= lastLanguage
    if (!isMultilingual && (lastLanguage ?? current) === current) return [{ window, language: undefined }]
    isMultilingual = true
    const languages: (string | undefined)[] = []
    for (const piece of pieces) {
      current = (piece === last ? lastLanguage : await probe(window, piece)) ?? current
      languages.push(current)
    }
    return cutWindow(window, pieces, languages)
  }
}

/** Joins pieces that are too short for a detection with the piece before, or with the first long one. */
function joinShortPieces(segments: readonly SampleRange[]): SampleRange[] {
  const pieces: SampleRange[] = []
  for (const segment of segments) {
    const last = pieces.at(-1)
    if (last && (lengthOf(segment) < MIN_PIECE || lengthOf(last) < MIN_PIECE))
      pieces[pieces.length - 1] = { ...last, end: segment.end }
    else pieces.push(segment)
  }
  return pieces
}

function cutWindow(
  window: PlannedWindow,
  pieces: readonly SampleRange[],
  languages: readonly (string | undefined)[],
): WindowInLanguage[] {
  const starts = pieces.flatMap((_, index) => (index > 0 && languages[index] !== languages[index - 1] ? [index] : []))
  const cuts = starts.map((index) => Math.round((pieces[index - 1]!.end + pieces[index]!.start) / 2))
  const edges = [window.start, ...cuts, window.start + window.pcm.length]
  return [0, ...starts].map((index, part) => {
    const [from, to] = [edges[part]!, edges[part + 1]!]
    const segments = window.segments.filter(({ start }) => start >= from && start < to)
    const pcm = window.pcm.slice(from - window.start, to - window.start)
    return { window: { start: from, pcm, segments }, language: languages[index] }
  })
}

const lengthOf = ({ start, end }: SampleRange): number => end - start
