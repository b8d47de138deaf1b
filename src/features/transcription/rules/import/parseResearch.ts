import type { Millis } from '#shared/units.ts'
import { type Cue, type TimedWord, createLineCounter, oneLine } from './cue.ts'
import type { ImportReport } from './ImportReport.ts'
import { passagesOf } from './json/words.ts'
import { parseNumber } from './times.ts'
import { wordsWithin } from './parseXml.ts'

type Interval = { start: Millis; end: Millis; text: string; place: number }
type Tier = { name: string; intervals: Interval[] }

const millis = (text: string): Millis => Math.round((parseNumber(text) ?? Number.NaN) * 1000)

/**
 * Returns the cues of a TextGrid of Praat, in its long or short form: one tier per speaker, optionally with another for the words.
 */
export function parseTextGrid(text: string): Cue[] {
  const tiers: Tier[] = []
  const tokens = textGridValues(text)
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]!.value !== 'IntervalTier') continue
    const [name, size] = [tokens[at + 1]?.value ?? '', Number(tokens[at + 4]?.value)]
    const tier: Tier = { name, intervals: [] }
    let from = at + 5
    for (let n = 0; n < size && from + 2 < tokens.length; n++, from += 3) {
      const [start, end, content] = [
        millis(tokens[from]!.value),
        millis(tokens[from + 1]!.value),
        oneLine(tokens[from + 2]!.value),
      ]
      // The next tier begins before the stated number of intervals.
      if (Number.isNaN(start) || Number.isNaN(end)) break
      if (content !== '' && start < end) tier.intervals.push({ start, end, text: content, place: tokens[from]!.line })
    }
    at = Math.max(at, from - 1)
    tiers.push(tier)
  }
  const isWords = (name: string) => / [–-] words$|^words$/i.test(name)
  const wordTiers = new Map(tiers.filter(({ name }) => isWords(name)).map((tier) => [tier.name, tier]))
  return tiers.flatMap(({ name, intervals }) => {
    if (isWords(name) && tiers.length > 1) return []
    const names = [`${name} – words`, `${name} - words`, ...(name === 'utterances' ? ['words'] : [])]
    const words = names.map((each) => wordTiers.get(each)).find(Boolean)
    const speaker = /^(?:utterances|words|phones|text|transcript\w*)$/i.test(name) ? '' : name
    return intervals.map((interval) => ({ ...interval, speaker, ...(words && wordsWithin(words.intervals, interval)) }))
  })
}

/** Returns the numbers and quoted texts of a TextGrid. In the long form each follows `=`. */
function textGridValues(text: string): { value: string; line: number }[] {
  const values: { value: string; line: number }[] = []
  const lineAt = createLineCounter(text)
  for (const match of text.matchAll(/"((?:[^"]|"")*)"|(?<![\w.[])(-?\d+(?:\.\d+)?)(?![\w.\]])|<exists>/g)) {
    values.push({ value: match[1] !== undefined ? match[1].replaceAll('""', '"') : match[0], line: lineAt(match.index) })
  }
  return values
}

/** `file channel start length word [confidence]`, one line per word (CTM of NIST and Kaldi). */
const CTM = /^(\S+)\s+(\S+)\s+(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)\s+(\S+)(?:\s+(-?\d+(?:\.\d+)?|NA))?(?:\s+\S+){0,3}\s*$/
/** `file channel speaker start end <labels> text` (STM of NIST). */
const STM =
  /^(?!(?:SPEAKER|SPKR-INFO|LEXEME|SEGMENT|NON-SPEECH)\s)(\S+)\s+(\S+)\s+(\S+)\s+(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)\s+(?:<[^>\s]*>\s+)?(\S.*)$/
/** Comments in both formats. */
const COMMENT = /^\s*;;/

/** Returns the cues of a CTM or STM file of recognized words or passages; none for other files. */
export function parseCtm(text: string, report: ImportReport): Cue[] {
  const lines = text.split('\n')
  const filled = lines.filter((line) => line.trim() !== '' && !COMMENT.test(line))
  const isCtm = filled.length > 0 && filled.slice(0, 50).every((line) => CTM.test(line))
  const isStm = !isCtm && filled.length > 0 && filled.slice(0, 50).every((line) => STM.test(line))
  if (!isCtm && !isStm) return []
  const words: { word: TimedWord; raw: string; speaker: string }[] = []
  const cues: Cue[] = []
  for (const [index, line] of lines.entries()) {
    const match = (isCtm ? CTM : STM).exec(line)
    if (!match) {
      if (line.trim() !== '' && !COMMENT.test(line)) report.leaveOut('badRow', index + 1, line)
    } else if (isCtm) {
      const [start, length, confidence] = [millis(match[3]!), millis(match[4]!), Number(match[6] ?? 1)]
      words.push({ word: [start, start + length, match[5]!, Number.isFinite(confidence) ? confidence : 1], raw: '', speaker: '' })
    } else if (/ignore_time_segment|inter_segment_gap/i.test(match[6]!)) report.leaveOut('notSpeech', index + 1)
    else
      cues.push({
        start: millis(match[4]!),
        end: millis(match[5]!),
        text: oneLine(match[6]!),
        speaker: match[3]!.replaceAll('_', ' '),
        place: index + 1,
      })
  }
  return isCtm
    ? passagesOf(
        words.toSorted((a, b) => a.word[0] - b.word[0]),
        1,
      )
    : cues
}
