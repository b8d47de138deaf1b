import type { z } from 'zod'

export type LlmRequest<T> = {
  /** One word for the purpose of the call, used in logs and in scripted tests. */
  readonly purpose: string
  readonly instructions: string
  readonly prompt: string
  /** The schema of the answer. The returned value has been validated with it. */
  readonly schema: z.ZodType<T>
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
  /**
   * Called while the answer is written, with its fields that are complete, each time there is a further one. They are not
   * validated. When an answer is asked for again, the fields start over.
   */
  readonly onFields?: ((fields: AnswerFields) => void) | undefined
  /** Called while a list of the answer is written, with its items that are complete. Like `onFields`, of one list. */
  readonly onItems?: { readonly key: string; readonly report: (items: readonly unknown[]) => void } | undefined
}

/** The top-level fields of an answer. */
export type AnswerFields = Readonly<Record<string, unknown>>

/** A language model: a server with the OpenAI or the Anthropic API, or a script in tests. */
export type Llm = {
  readonly id: string
  /**
   * Tokens of prompt and answer together that the model reads; null when the server does not say. A longer request is refused with
   * LlmError('too-long') before it is sent, because many servers cut it silently. Callers divide their text with `estimateTokens`.
   */
  readonly contextTokens: number | null
  generate: <T>(request: LlmRequest<T>) => Promise<{ value: T; inputTokens: number; outputTokens: number }>
}

/**
 * `not-found`: the address has no such API, or the server does not know the model. `too-long`: not sent, see `contextTokens`, or
 * refused by the server.
 */
export type LlmErrorKind =
  | 'timeout'
  | 'rate-limit'
  | 'server'
  | 'auth'
  | 'not-found'
  | 'network'
  | 'unusable-answer'
  | 'too-long'
  | 'aborted'

/**
 * Returns an upper estimate of the tokens of a text, for any model: three bytes of UTF-8 are one token. English has about four,
 * Chinese and Japanese have three.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)

export class LlmError extends Error {
  readonly kind: LlmErrorKind
  /** What the model reads at once, when a server said so as it refused a longer request. */
  readonly contextTokens: number | null
  constructor(kind: LlmErrorKind, message: string, cause?: unknown, contextTokens: number | null = null) {
    super(message, { cause })
    this.name = 'LlmError'
    this.kind = kind
    this.contextTokens = contextTokens
  }
}

/** The result of parsing a JSON object from text. `problem` is sent to the model in the second request. */
type ParsedAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string }

/**
 * Parses the JSON object in a model's answer. Reasoning, code fences and prose around it are skipped.
 *
 * @NOTE A truncated answer is refused and never completed by closing its brackets: the summary would silently lack the missing
 * part.
 */
export function parseAnswer<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
  const visibleText = withoutReasoning(text)
  const start = visibleText.indexOf('{')
  const end = visibleText.lastIndexOf('}')
  if (visibleText.trim() === '') return { ok: false, problem: 'The answer was empty.' }
  if (start < 0 || end < start) return { ok: false, problem: 'The answer held no complete JSON object.' }
  const parsed = parseJson(visibleText.slice(start, end + 1))
  if (parsed === undefined) return { ok: false, problem: 'The answer was not valid JSON, or broke off before its end.' }
  const checked = schema.safeParse(parsed.json)
  if (checked.success) return { ok: true, value: checked.data }
  const issues = checked.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'the object'}: ${issue.message}`)
  return { ok: false, problem: `The answer did not match the schema (${issues.join('; ')}).` }
}

const withoutReasoning = (text: string): string => text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, '')

/** Returns the top-level fields that are complete in an answer that is still being written. */
export const parseCompleteFields = (text: string): AnswerFields => parseFields(completeFieldsOf(text))

const parseFields = (complete: string): AnswerFields => (parseJson(`${complete}}`)?.json ?? {}) as AnswerFields

/** Returns an answer up to its last complete field, without the bracket that closes it; empty before the first. */
function completeFieldsOf(text: string): string {
  const visibleText = withoutReasoning(text)
  const start = visibleText.indexOf('{')
  const end = start < 0 ? -1 : endOfCompleteFields(visibleText, start)
  return end < 0 ? '' : visibleText.slice(start, end)
}

/** Returns the position of the last comma between fields, or that of the closing bracket; -1 before the first. */
function endOfCompleteFields(text: string, start: number): number {
  let [depth, end, isString] = [0, -1, false]
  for (let i = start; i < text.length; i++) {
    const character = text[i]
    if (isString) {
      if (character === '\\') i++
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      depth--
      if (depth === 0) return i
    } else if (character === ',' && depth === 1) end = i
  }
  return end
}

/** Returns a function that takes the text of an answer so far and reports each further complete field. */
export function createFieldReporter(onFields: (fields: AnswerFields) => void): (text: string) => void {
  let [complete, count] = ['', 0]
  return (text) => {
    // Called for each word of an answer, most of which complete no field.
    const next = completeFieldsOf(text)
    if (next.length === complete.length) return
    complete = next
    const fields = parseFields(next)
    const found = Object.keys(fields).length
    if (found <= count) return
    count = found
    onFields(fields)
  }
}

/** Returns a function that takes the text of an answer so far and reports the items of a list each time there is a further one. */
export function createItemReporter({ key, report }: NonNullable<LlmRequest<unknown>['onItems']>): (text: string) => void {
  let count = 0
  return (text) => {
    const items = parseCompleteItems(text, key)
    if (items.length <= count) return
    count = items.length
    report(items)
  }
}

/** Returns the complete items of a top-level list in an answer that is still being written. */
export function parseCompleteItems(text: string, key: string): readonly unknown[] {
  const visibleText = withoutReasoning(text)
  const start = visibleText.indexOf('{')
  const list = start < 0 ? null : new RegExp(`"${key}"\\s*:\\s*\\[`, 'g')
  if (!list) return []
  list.lastIndex = start
  for (let match = list.exec(visibleText); match; match = list.exec(visibleText)) {
    // The key may also stand in a text.
    const head = parseJson(`${visibleText.slice(start, match.index)}"":0}`)
    if (!head) continue
    const from = list.lastIndex - 1
    const end = endOfCompleteFields(visibleText, from)
    const items = end < 0 ? undefined : parseJson(`${visibleText.slice(from, end)}]`)?.json
    return Array.isArray(items) ? items : []
  }
  return []
}

function parseJson(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
