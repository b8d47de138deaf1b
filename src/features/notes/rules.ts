import { formatTimeLink } from '#shared/markdown/inlineText.ts'
import { escapeMarkdown } from '#shared/markdown/escapeMarkdown.ts'
import { parseJsonText } from '#shared/parseJsonText.ts'
import type { Highlight, SectionKind, SummaryForm, SummaryPoint, SummaryResult } from './contract.ts'

export { splitInstructions } from './rules/splitInstructions.ts'

/** Returns highlights as Markdown: each a quote with its time, followed by its comment. */
export const formatHighlights = (highlights: readonly Pick<Highlight, 'start_time' | 'text' | 'comment'>[]): string =>
  highlights
    .map(({ start_time, text, comment }) => {
      const quote = `> ${formatTimeLink(start_time)} ${escapeMarkdown(text.replaceAll(/\s+/g, ' ').trim())}`.trim()
      return [quote, comment].filter(Boolean).join('\n\n')
    })
    .join('\n\n')

/** Returns the share as a whole percentage. Rounds down, so that it is 100 only when nothing is missing. */
export const coveredPercent = (share: number): number => Math.floor(Math.min(1, Math.max(0, share)) * 100 + 1e-9)

/** Parses the `ai_content` of a file like `parseSummaryResults`. Returns the first summary, or undefined when there is none. */
export const parseSummaryResult = (aiContent: string): SummaryResult | undefined => parseSummaryResults(aiContent)[0]

/**
 * Parses the `ai_content` of a file. Accepts the JSON of this server, the JSON of another program (`markdown`,
 * `content.markdown`, `content`, `ai_content` or `summary`), a list of these (`data_result_summ_mul`) and plain Markdown.
 */
export function parseSummaryResults(aiContent: string): SummaryResult[] {
  if (aiContent.trim() === '') return []
  const json = parseJsonText(aiContent)
  if (isOwnFormat(json)) return [{ ...json, form: convertForm(json.form) }]
  const values: unknown[] = Array.isArray(json) ? json : [json]
  const items = values.map(asRecord).filter((item) => item !== undefined)
  return items.length === 0 ? [createResult(aiContent, {})] : items.flatMap((item) => parseForeignSummary(item) ?? [])
}

function parseForeignSummary(item: Fields): SummaryResult | undefined {
  const content = asRecord(item['content'])?.['markdown'] ?? item['content']
  const markdown = [item['markdown'], content, item['ai_content'], item['summary']].find((text) => typeof text === 'string')
  return typeof markdown === 'string' ? createResult(markdown, { ...item, ...asRecord(item['header']) }) : undefined
}

/** Returns true for the JSON that this server writes. Checks every field, because pages rely on them. */
function isOwnFormat(json: unknown): json is Omit<SummaryResult, 'form'> & { form: unknown } {
  const [result, header, content] = [asRecord(json), asRecord(asRecord(json)?.['header']), asRecord(asRecord(json)?.['content'])]
  const isHeader = ['headline', 'category', 'summary_id', 'original_category'].every((name) => typeof header?.[name] === 'string')
  return (
    isHeader &&
    typeof result?.['markdown'] === 'string' &&
    typeof content?.['markdown'] === 'string' &&
    (result['form'] === null || convertForm(result['form']) !== null)
  )
}

/** The headings of the sections in one language. */
export type SectionHeadings = Readonly<Partial<Record<SectionKind, string>>>

/**
 * Returns the structured summary in the current format, or null when the value is not one. The format of an earlier release, with
 * the fields `overview`, `points` and `actions`, is converted to sections with the given headings.
 */
export function convertForm(form: unknown, headings: SectionHeadings = {}): SummaryForm | null {
  const fields = asRecord(form)
  if (!fields || !hasCommonFields(fields)) return null
  if (isCurrentForm(fields)) return fields as unknown as SummaryForm
  return isEarlierForm(fields) ? convertEarlierForm(fields, headings) : null
}

type EarlierPoint = Omit<SummaryPoint, 'id' | 'owner' | 'due' | 'done'>
type EarlierForm = Pick<SummaryForm, 'engine' | 'language' | 'coverage' | 'keyphrases'> & {
  readonly overview: EarlierPoint | null
  readonly points: readonly EarlierPoint[]
  readonly actions: readonly EarlierPoint[]
}

function convertEarlierForm(form: EarlierForm, headings: SectionHeadings): SummaryForm {
  const { engine, language, coverage, keyphrases } = form
  const lists = [
    { kind: 'overview', points: form.overview ? [form.overview] : [] },
    { kind: 'points', points: form.points },
    { kind: 'actions', points: form.actions },
  ] as const
  let count = 0
  const toPoint = (point: EarlierPoint): SummaryPoint => ({ ...point, id: `p${++count}`, owner: null, due: null, done: false })
  const sections = lists
    .filter(({ points }) => points.length > 0)
    .map(({ kind, points }) => ({ kind, heading: headings[kind] ?? '', points: points.map(toPoint) }))
  const rest = { template: null, chapters: [], mentions: [], talk_time: [], silence_ms: 0 }
  return { engine, language, coverage, keyphrases, sections, ...rest }
}

function hasCommonFields({ engine, language, coverage, keyphrases }: Fields): boolean {
  const [{ kind, id }, span] = [asRecord(engine) ?? {}, asRecord(coverage) ?? {}]
  return (
    (kind === 'extractive' || kind === 'llm') &&
    isString(id) &&
    isString(language) &&
    [span['start_time'], span['end_time'], span['share']].every(isNumber) &&
    isListOf(keyphrases, isString)
  )
}

const isCurrentForm = ({ template, sections, chapters, mentions, talk_time, silence_ms }: Fields): boolean =>
  (template === null || hasStrings(template, ['id', 'type', 'name'])) &&
  isListOf(sections, isSection) &&
  isListOf(chapters, (chapter) => hasStrings(chapter, ['title']) && hasNumbers(chapter, ['start_time', 'end_time'])) &&
  isListOf(mentions, (mention) => hasStrings(mention, ['text', 'kind']) && hasNumbers(mention, ['count', 'start_time'])) &&
  isListOf(talk_time, (talk) => hasStrings(talk, ['speaker']) && hasNumbers(talk, ['ms', 'share'])) &&
  isNumber(silence_ms)

const isSection = (section: unknown): boolean =>
  hasStrings(section, ['kind', 'heading']) &&
  isListOf(asRecord(section)?.['points'], (point) => {
    const { id, owner, due, done } = asRecord(point) ?? {}
    return isEarlierPoint(point) && isString(id) && isStringOrNull(owner) && isStringOrNull(due) && typeof done === 'boolean'
  })

function isEarlierForm(fields: Fields): fields is EarlierForm {
  const { overview, points, actions } = fields
  return (overview === null || isEarlierPoint(overview)) && [points, actions].every((list) => isListOf(list, isEarlierPoint))
}

function isEarlierPoint(point: unknown): point is EarlierPoint {
  const { text, segments, start_time, speaker, supported } = asRecord(point) ?? {}
  return (
    isString(text) &&
    isListOf(segments, isString) &&
    (start_time === null || isNumber(start_time)) &&
    isStringOrNull(speaker) &&
    typeof supported === 'boolean'
  )
}

const isString = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isStringOrNull = (value: unknown): value is string | null => value === null || isString(value)
const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(isItem)
const hasStrings = (value: unknown, names: readonly string[]) => names.every((name) => isString(asRecord(value)?.[name]))
const hasNumbers = (value: unknown, names: readonly string[]) => names.every((name) => isNumber(asRecord(value)?.[name]))

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

type Fields = Readonly<Record<string, unknown>>

const asRecord = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
