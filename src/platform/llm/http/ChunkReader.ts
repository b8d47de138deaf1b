import { z } from 'zod'
import { LlmError } from '../llm.ts'

/** A piece of content: text, or parts, some of which are reasoning. */
const Content = z.union([
  z.string(),
  z.record(z.string(), z.unknown()).transform((answer) => JSON.stringify(answer)),
  z.array(z.looseObject({ type: z.string().optional(), text: z.unknown().optional(), content: z.unknown().optional() })),
])
const Index = z.number().nullish().catch(null)
const Call = z.looseObject({ index: Index, function: z.looseObject({ arguments: z.unknown().optional() }).nullish() })
const Delta = z.looseObject({
  content: Content.nullish().catch(null),
  refusal: z.string().nullish().catch(null),
  reasoning_content: z.string().nullish().catch(null),
  reasoning: z.string().nullish().catch(null),
  tool_calls: z.array(Call).nullish().catch(null),
  function_call: z.looseObject({ arguments: z.unknown().optional() }).nullish().catch(null),
})
const Choice = z.looseObject({
  index: Index,
  delta: Delta.nullish().catch(null),
  message: Delta.nullish().catch(null),
  text: z.string().nullish().catch(null),
  finish_reason: z.string().nullish().catch(null),
})
const Tokens = z.number().nullish().catch(null)
const Chunk = z.looseObject({
  choices: z.array(Choice).catch([]),
  usage: z.looseObject({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish().catch(null),
})

/** Reasoning is kept up to this length, because it may turn out to be the answer. */
const MAX_REASONING = 200_000

/** Reads the chunks of one answer from any server and converts them to those that OpenAI would send. */
export class ChunkReader {
  /** Whether the server has reported the end of the answer. */
  isDone = false
  #hasContent = false
  #hasFinished = false
  /** The indexes of the first choice and the first tool call. Other indexes are alternative answers. */
  #choice: number | null | undefined
  #call: number | null | undefined
  #reasoning = ''

  /** Returns the HTTP status and the body of an error that a server sends in place of a chunk, or undefined. */
  readError(value: unknown, event?: string): { readonly status: number; readonly body: string } | undefined {
    if (typeof value !== 'object' || value === null) return undefined
    const fields = value as Record<string, unknown>
    const isNamed = fields['object'] === 'error' || fields['type'] === 'error' || event === 'error'
    const isError = hasContent(fields['error']) || (isNamed && fields['choices'] === undefined)
    return isError ? { status: statusOf(fields), body: JSON.stringify(value) } : undefined
  }

  /** Throws LlmError when the model refuses to answer. */
  read(value: unknown): object[] {
    const parsed = Chunk.safeParse(value)
    if (!parsed.success) return []
    const { choices, usage } = parsed.data
    if (choices[0]) this.#choice ??= choices[0].index ?? null
    const choice = choices.find(({ index }) => (index ?? null) === this.#choice)
    const delta = choice?.delta ?? choice?.message
    const reason = choice?.finish_reason ?? null
    if ((delta?.refusal ?? '') !== '' || REFUSED.test(reason ?? '')) throw refused()
    if (BROKEN_OFF.test(reason ?? '')) throw brokenOff()
    if (reason === 'error') throw Object.assign(new Error('the server failed'), { statusCode: 500 })
    const text = delta ? textOf(delta, this.#firstCall(delta)) : (choice?.text ?? '')
    this.#reasoning += delta ? reasoningOf(delta) : ''
    if (this.#reasoning.length > MAX_REASONING) this.#reasoning = this.#reasoning.slice(-MAX_REASONING)
    if (text.trim() !== '') this.#hasContent = true
    return [
      ...(text !== '' ? [toChunk({ content: text })] : []),
      ...(reason === null || reason === '' ? [] : this.#finish(reason)),
      ...(usage ? [{ ...HEADER, choices: [], usage }] : []),
    ]
  }

  /** Returns what is missing at the end of an answer. Throws LlmError when it broke off. */
  end(): object[] {
    if (this.#hasFinished) return []
    if (!this.isDone) throw brokenOff()
    return this.#finish('stop')
  }

  /** Whether the server has reported why the answer ended. */
  get hasFinished(): boolean {
    return this.#hasFinished
  }

  #firstCall({ tool_calls }: DeltaOf): number | null {
    if (tool_calls?.[0]) this.#call ??= tool_calls[0].index ?? null
    return this.#call ?? null
  }

  #finish(reason: string): object[] {
    if (this.#hasFinished) return []
    this.#hasFinished = true
    // Some servers send the whole answer as reasoning.
    const isMistaken = !this.#hasContent && reason !== 'length' && this.#reasoning !== ''
    const known = reason === 'length' || reason === 'max_tokens' ? 'length' : 'stop'
    return [...(isMistaken ? [toChunk({ content: this.#reasoning })] : []), toChunk({}, known)]
  }
}

/** Finish reasons for an answer stopped by a content filter, and for one that the server could not complete. */
const REFUSED =
  /^(?:content_filter|safety|image_safety|recitation|prohibited_content|blocklist|spii|sensitive|refusal|guardrail|error_toxic)/i
const BROKEN_OFF = /^(?:network_error|insufficient_system_resource|abort)/i

/** Some servers send an empty error with each chunk. */
const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)

const brokenOff = () => new LlmError('broken-off', 'The connection ended within the answer of the language model.')
const refused = () => new LlmError('refused-answer', 'The language model refused to answer.')

const HEADER = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
const toChunk = (delta: { content?: string }, finish_reason: string | null = null) => ({
  ...HEADER,
  choices: [{ index: 0, delta, finish_reason }],
})

type DeltaOf = z.infer<typeof Delta>

/** Returns the text of a delta. A tool call is an answer too: its arguments have the fields of the schema. */
function textOf({ content, tool_calls, function_call }: DeltaOf, callIndex: number | null): string {
  const firstCalls = (tool_calls ?? []).filter(({ index }) => (index ?? null) === callIndex)
  const calls = [...firstCalls.map((call) => call.function), function_call]
  return [partsOf(content, (type) => !isReasoning(type)), ...calls.map((call) => argumentsOf(call?.arguments))].join('')
}

const reasoningOf = ({ content, reasoning_content, reasoning }: DeltaOf): string =>
  reasoning_content || reasoning || (typeof content === 'string' ? '' : partsOf(content, isReasoning))

const isReasoning = (type: string | undefined): boolean => /think|thought|reason/i.test(type ?? '')

function partsOf(content: DeltaOf['content'], isWanted: (type: string | undefined) => boolean): string {
  if (typeof content === 'string') return content
  return (content ?? [])
    .filter(({ type }) => isWanted(type))
    .map(({ text, content: inner }) => (typeof text === 'string' ? text : typeof inner === 'string' ? inner : ''))
    .join('')
}

const argumentsOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' && value !== null ? JSON.stringify(value) : ''

/** Words in the code or type of an error, for servers that send no HTTP status. */
const STATUS_WORDS: readonly (readonly [words: RegExp, status: number])[] = [
  [/rate_?limit|quota|billing/i, 429],
  [/context_length|invalid_|unsupported_|validation/i, 400],
  [/auth|permission/i, 401],
  [/not_found/i, 404],
]

/** Returns the HTTP status that an error names, or that of a server error when it names none. */
function statusOf(value: Readonly<Record<string, unknown>>): number {
  const error = typeof value['error'] === 'object' && value['error'] !== null ? value['error'] : {}
  const { code, status, type } = error as Record<string, unknown>
  const named = [code, status, value['code'], value['status']]
  const number = named.map(Number).find((each) => Number.isInteger(each) && each >= 400 && each <= 599)
  const words = [...named, type, value['type']].filter((each) => typeof each === 'string').join(' ')
  return number ?? STATUS_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 500
}
