export type JsonSchema = {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly definitions?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly minimum?: number
}

export type Message = { readonly role: string; readonly content: string | readonly { readonly text?: string }[] }
export type ChatBody = {
  readonly model: string
  readonly messages: readonly Message[]
  readonly stream?: boolean
  readonly stream_options?: object
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly response_format?: { readonly schema?: JsonSchema; readonly json_schema?: { readonly schema?: JsonSchema } }
}

const MARK = 'JSON schema:\n'

/** Returns the schema of a request, from its response format or its prompt. */
export function requestedSchema({ messages, response_format: format }: ChatBody): JsonSchema {
  const inFormat = format?.json_schema?.schema ?? format?.schema
  if (inFormat) return inFormat
  const texts = messages.map(textOf).filter((text) => text.includes(MARK))
  return texts[0] === undefined ? { type: 'object' } : parseFirst(texts[0].slice(texts[0].indexOf(MARK) + MARK.length))
}

export const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')

/** Parses the object at the beginning of a text. */
function parseFirst(text: string): JsonSchema {
  for (let end = text.indexOf('}') + 1; end > 0; end = text.indexOf('}', end) + 1) {
    try {
      return JSON.parse(text.slice(0, end)) as JsonSchema
    } catch {
      // The object is still incomplete.
    }
  }
  return { type: 'object' }
}

const TEXTS: Readonly<Record<string, string>> = { title: 'Clinic opening', person: 'Mara', weekday: 'Tuesday' }
export const SENTENCE = 'The clinic opens on the third of May.'

/** Returns a response that follows a schema: each list has one item, each number is the minimum, and each text is a sentence. */
export function fillSchema(schema: JsonSchema, root = schema, key = ''): unknown {
  const { $ref: ref, const: constant } = schema
  if (ref !== undefined) return fillSchema({ ...root.$defs, ...root.definitions }[ref.split('/').at(-1) ?? ''] ?? {}, root, key)
  const [alternative] = schema.anyOf ?? schema.oneOf ?? []
  if (alternative) return fillSchema(alternative, root, key)
  if (constant !== undefined) return constant
  if (schema.enum) return schema.enum[0]
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, fillSchema(each, root, name)]))
  if (type === 'array') return schema.items ? [fillSchema(schema.items, root, key)] : []
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return false
  if (type === 'null') return null
  return TEXTS[key] ?? SENTENCE
}
