import type { Millis } from '#kit/units.ts'
import type { SummaryForm, SummaryPoint, SummaryResult } from './contract.ts'

/** A place in a recording as people write it: `6:14`, from one hour on `1:16:20`. Parts of a second are left off. */
export function clockTime(at: Millis): string {
  const seconds = Math.max(0, Math.floor(at / 1000))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** The link of a citation: `#t=374000`, in ms of the recording. */
export const timeHref = (at: Millis): string => `#t=${Math.max(0, Math.round(at))}`

/** The place a citation link points to, or undefined when the link is of another kind. */
export function timeOfHref(href: string): Millis | undefined {
  const digits = /^#t=(\d{1,12})$/.exec(href)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Whole per cent of the recording that was read. Rounded down: 100 is said only when nothing is missing. */
export const percentRead = (share: number): number => Math.floor(Math.min(1, Math.max(0, share)) * 100 + 1e-9)

/**
 * The summary inside a file's `ai_content`, whichever form it has: our JSON text, the JSON of another program
 * (`markdown`, `content.markdown`, `content`, `ai_content` or `summary`), or plain Markdown. Undefined when there is none.
 */
export function readSummaryResult(aiContent: string): SummaryResult | undefined {
  if (aiContent.trim() === '') return undefined
  const json = parsed(aiContent)
  if (isOurs(json)) return json
  const first = asRecord(Array.isArray(json) ? json[0] : json)
  if (!first) return resultOf(aiContent, {})
  const content = asRecord(first['content'])?.['markdown'] ?? first['content']
  const markdown = [first['markdown'], content, first['ai_content'], first['summary']].find((text) => typeof text === 'string')
  return typeof markdown === 'string' ? resultOf(markdown, { ...first, ...asRecord(first['header']) }) : undefined
}

/** True for the JSON this server writes; screens read every part of it. */
function isOurs(json: unknown): json is SummaryResult {
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
    isTexts(parts['keyphrases']) &&
    (parts['overview'] === null || isPoint(parts['overview'])) &&
    lists.every((points) => Array.isArray(points) && points.every(isPoint))
  )
}

function isPoint(point: unknown): point is SummaryPoint {
  const { text, segments, start_time, speaker, supported } = asRecord(point) ?? {}
  return (
    typeof text === 'string' &&
    isTexts(segments) &&
    (start_time === null || typeof start_time === 'number') &&
    (speaker === null || typeof speaker === 'string') &&
    typeof supported === 'boolean'
  )
}

const isTexts = (list: unknown): list is string[] => Array.isArray(list) && list.every((text) => typeof text === 'string')

function resultOf(markdown: string, from: Record<string, unknown>): SummaryResult {
  const text = (name: string) => (typeof from[name] === 'string' ? from[name] : '')
  const header = {
    headline: text('headline'),
    category: text('category'),
    summary_id: text('summary_id'),
    original_category: text('original_category'),
  }
  return { markdown, header, form: null, content: { markdown } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
