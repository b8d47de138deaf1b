/** What a server and its model accept, learned from the requests they refused. Every request uses this shape. */
export type RequestShape = {
  /**
   * Where the schema of the answer is sent: in `response_format`, beside its type `json_object` (llama-cpp-python), or in the
   * prompt. With the first two, the server can enforce it.
   */
  readonly schema: 'format' | 'json-object' | 'prompt'
  /** The name of the parameter for the maximum length of the answer; null when the server accepts neither. */
  readonly maxTokens: 'max_tokens' | 'max_completion_tokens' | null
  /** The role of the instructions. Some models only know the role `user`. */
  readonly instructions: 'system' | 'user'
  readonly streams: boolean
  /** Other parameters that are left out. */
  readonly omits: readonly string[]
  /** Maximum tokens of prompt and answer together; null when no request was refused as too long. */
  readonly contextTokens: number | null
  /** Maximum tokens of an answer; null when no maximum was refused as too large. */
  readonly maxOutputTokens: number | null
}

export const DEFAULT_SHAPE: RequestShape = {
  schema: 'format',
  maxTokens: 'max_tokens',
  instructions: 'system',
  streams: true,
  omits: [],
  contextTokens: null,
  maxOutputTokens: null,
}

type Message = { readonly role: string; readonly content: unknown }

/** Returns the body of a request to the chat completions API in a shape. */
export function shapeBody(body: Readonly<Record<string, unknown>>, shape: RequestShape): Record<string, unknown> {
  const { max_tokens: maxTokens, messages, response_format: format, stream_options: streamOptions, ...rest } = body
  const shaped = {
    ...rest,
    messages: shape.instructions === 'user' ? withoutSystem(messages as readonly Message[]) : messages,
    stream: shape.streams,
    ...(shape.streams && { stream_options: streamOptions }),
    ...(format !== undefined && { response_format: shape.schema === 'json-object' ? toJsonObjectFormat(format) : format }),
    ...(maxTokens !== undefined && shape.maxTokens !== null && { [shape.maxTokens]: maxTokens }),
  }
  return Object.fromEntries(Object.entries(shaped).filter(([key]) => !shape.omits.includes(key)))
}

/** Returns the messages with the instructions at the start of the first user message. */
function withoutSystem(messages: readonly Message[]): Message[] {
  const instructions = messages.filter(({ role }) => role === 'system').map(({ content }) => String(content))
  const others = messages.filter(({ role }) => role !== 'system')
  return others.map((message, n) =>
    n === 0 ? { ...message, content: [...instructions, String(message.content)].join('\n\n') } : message,
  )
}

/** Moves the schema to where llama-cpp-python reads it: beside the type `json_object`. */
function toJsonObjectFormat(format: unknown): object {
  const { json_schema: named } = format as { json_schema: { schema: object } }
  return { type: 'json_object', schema: limitTexts(named.schema) }
}

/** The longest string that the grammar allows: a few sentences. A small model that repeats itself would otherwise never end it. */
const MAX_TEXT = 400

/** Returns the schema with a maximum length for each string. llama-cpp-python builds a grammar from it; other servers refuse it. */
function limitTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(limitTexts)
  if (typeof schema !== 'object' || schema === null) return schema
  const limited = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, limitTexts(value)]))
  return limited['type'] === 'string' && !('enum' in limited) ? { ...limited, maxLength: MAX_TEXT } : limited
}
