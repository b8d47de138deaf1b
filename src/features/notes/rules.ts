import type { Millis } from '#shared/units.ts'
import type { Highlight, SummaryForm, SummaryPoint, SummaryResult } from './contract.ts'

/** Formats a time as `6:14`, or `1:16:20` from one hour on. Rounds down to whole seconds. */
export function formatTimestamp(time: Millis): string {
  const seconds = Math.max(0, Math.floor(time / 1000))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const pad = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}

/** Returns highlights as Markdown: each a quote with its time, followed by its comment. */
export const formatHighlights = (highlights: readonly Pick<Highlight, 'start_time' | 'text' | 'comment'>[]): string =>
  highlights
    .map(({ start_time, text, comment }) => {
      const time = `[${formatTimestamp(start_time)}](#t=${Math.round(start_time)})`
      const quote = `> ${[time, text.replaceAll(/\s+/g, ' ')].filter(Boolean).join(' ')}`
      return [quote, comment].filter(Boolean).join('\n\n')
    })
    .join('\n\n')

/** A passage ends with the next cited one, and after this time at the latest. */
const PASSAGE_MAX: Millis = 30_000

/** Returns the passages that a summary cites, in the order of the recording. */
export function citedPassages(markdown: string): readonly { readonly start: Millis; readonly end: Millis }[] {
  const times = new Set([...markdown.matchAll(/\]\(#t=(\d{1,12})\)/g)].map(([, digits]) => Number(digits)))
  const starts = [...times].sort((a, b) => a - b)
  return starts.map((start, index) => ({ start, end: Math.min(starts[index + 1] ?? Infinity, start + PASSAGE_MAX) }))
}

/** Returns the share as a whole percentage. Rounds down, so that it is 100 only when nothing is missing. */
export const coveredPercent = (share: number): number => Math.floor(Math.min(1, Math.max(0, share)) * 100 + 1e-9)

/**
 * Parses the `ai_content` of a file. Accepts the JSON of this server, the JSON of another program (`markdown`,
 * `content.markdown`, `content`, `ai_content` or `summary`) and plain Markdown. Returns undefined when there is no summary.
 */
export function parseSummaryResult(aiContent: string): SummaryResult | undefined {
  if (aiContent.trim() === '') return undefined
  const json = parseJson(aiContent)
  if (isOwnFormat(json)) return json
  const first = asRecord(Array.isArray(json) ? json[0] : json)
  if (!first) return createResult(aiContent, {})
  const content = asRecord(first['content'])?.['markdown'] ?? first['content']
  const markdown = [first['markdown'], content, first['ai_content'], first['summary']].find((text) => typeof text === 'string')
  return typeof markdown === 'string' ? createResult(markdown, { ...first, ...asRecord(first['header']) }) : undefined
}

/** Returns true for the JSON that this server writes. Checks every field, because pages rely on them. */
function isOwnFormat(json: unknown): json is SummaryResult {
  const [result, header, content] = [asRecord(json), asRecord(asRecord(json)?.['header']), asRecord(asRecord(json)?.['content'])]
  const isHeader = ['headline', 'category', 'summary_id', 'original_category'].every((name) => typeof header?.[name] === 'string')
  return (
    isHeader && typeof result?.['markdown'] === 'string' && typeof content?.['markdown'] === 'string' && isForm(result['form'])
  )
}

function isForm(form: unknown): form is SummaryForm | null {
  if (form === null) return true
  const [parts, engine, coverage] = [asRecord(form), asRecord(asRecord(form)?.['engine']), asRecord(asRecord(form)?.['coverage'])]
  const lists = [parts?.['points'], parts?.['actions']]
  return (
    (engine?.['kind'] === 'extractive' || engine?.['kind'] === 'llm') &&
    typeof engine['id'] === 'string' &&
    typeof parts?.['language'] === 'string' &&
    [coverage?.['start_time'], coverage?.['end_time'], coverage?.['share']].every((number) => typeof number === 'number') &&
    isStringArray(parts['keyphrases']) &&
    (parts['overview'] === null || isPoint(parts['overview'])) &&
    lists.every((points) => Array.isArray(points) && points.every(isPoint))
  )
}

function isPoint(point: unknown): point is SummaryPoint {
  const { text, segments, start_time, speaker, supported } = asRecord(point) ?? {}
  return (
    typeof text === 'string' &&
    isStringArray(segments) &&
    (start_time === null || typeof start_time === 'number') &&
    (speaker === null || typeof speaker === 'string') &&
    typeof supported === 'boolean'
  )
}

const isStringArray = (list: unknown): list is string[] => Array.isArray(list) && list.every((text) => typeof text === 'string')

function createResult(markdown: string, fields: Record<string, unknown>): SummaryResult {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const header = {
    headline: text('headline'),
    category: text('category'),
    summary_id: text('summary_id'),
    original_category: text('original_category'),
  }
  return { markdown, header, form: null, content: { markdown } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
