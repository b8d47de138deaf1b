/**
 * What a server and its model accept, learned from what they refuse. Every request is sent in this shape.
 */
export type RequestShape = {
  /**
   * Where the schema of the answer stands: in the `response_format` of the API, in that of a JSON object (llama-cpp-python), or in
   * the prompt. With the first two a server can hold the model to it.
   */
  readonly schema: 'format' | 'json-object' | 'prompt'
  /** The parameter for the room of the answer; null when the server takes none. */
  readonly maxTokens: 'max_tokens' | 'max_completion_tokens' | null
  /** The role of the instructions. Some models know only users. */
  readonly instructions: 'system' | 'user'
  readonly streams: boolean
  /** Further parameters that are left out. */
  readonly omits: readonly string[]
  /** Tokens of prompt and answer together; null when nothing was refused as too long. */
  readonly contextTokens: number | null
  /** Tokens of an answer; null when no room for one was refused. */
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

/** Returns the messages with the instructions at the beginning of the first one of the user. */
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

/** The longest text that the grammar allows: some sentences. A small model that repeats itself would fill the whole answer. */
const MAX_TEXT = 400

/** Returns the schema with an end to each text. Other servers refuse such a limit, and this one makes a grammar of it. */
function limitTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(limitTexts)
  if (typeof schema !== 'object' || schema === null) return schema
  const limited = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, limitTexts(value)]))
  return limited['type'] === 'string' && !('enum' in limited) ? { ...limited, maxLength: MAX_TEXT } : limited
}
