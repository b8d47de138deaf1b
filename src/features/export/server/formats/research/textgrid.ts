import type { ExportDocument, Paragraph, Word } from '../../document/ExportDocument.ts'
import { formatSeconds, oneLine } from '../escaping.ts'

type Interval = { readonly start: number; readonly end: number; readonly text: string }

/** Praat's long text format: a tier of utterances and one of words per speaker, without gaps or overlaps. */
export function writeTextGrid({ paragraphs, speakers, duration }: ExportDocument): string {
  const end = Math.max(
    duration,
    ...paragraphs.map((paragraph) => paragraph.end),
    ...paragraphs.flatMap(({ words }) => words.at(-1)?.[1] ?? 0),
    1,
  )
  const names = speakers.length > 0 ? speakers : ['']
  const tiers = names.flatMap((speaker, index) => {
    const own = paragraphs.filter((paragraph) => paragraph.speaker === speaker || (index === 0 && paragraph.speaker === ''))
    return [
      { name: speaker || 'utterances', intervals: fillGaps(own.map(toInterval), end) },
      {
        name: speaker ? `${speaker} – words` : 'words',
        intervals: fillGaps(
          own.flatMap(({ words }) => words.map(wordInterval)),
          end,
        ),
      },
    ]
  })
  return `File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = ${formatSeconds(end)}
tiers? <exists>
size = ${tiers.length}
item []:
${tiers.map(({ name, intervals }, index) => renderTier(index, name, intervals, end)).join('')}`
}

const toInterval = ({ start, end, text }: Paragraph): Interval => ({ start, end, text })
const wordInterval = ([start, end, text]: Word): Interval => ({ start, end, text: text.trim() })

/** Praat requires each interval to begin at the end of the previous one. */
function fillGaps(intervals: readonly Interval[], end: number): Interval[] {
  const result: Interval[] = []
  let at = 0
  for (const interval of intervals) {
    const start = Math.max(at, interval.start)
    const until = Math.min(end, interval.end)
    if (until <= start) continue
    if (start > at) result.push({ start: at, end: start, text: '' })
    result.push({ start, end: until, text: interval.text })
    at = until
  }
  if (at < end) result.push({ start: at, end, text: '' })
  return result
}

const renderTier = (index: number, name: string, intervals: readonly Interval[], end: number): string =>
  `    item [${index + 1}]:
        class = "IntervalTier"
        name = "${quote(name)}"
        xmin = 0
        xmax = ${formatSeconds(end)}
        intervals: size = ${intervals.length}
${intervals
  .map(
    ({ start, end: until, text }, n) =>
      `        intervals [${n + 1}]:
            xmin = ${formatSeconds(start)}
            xmax = ${formatSeconds(until)}
            text = "${quote(text)}"
`,
  )
  .join('')}`

const quote = (text: string): string => oneLine(text).replaceAll('"', '""')
