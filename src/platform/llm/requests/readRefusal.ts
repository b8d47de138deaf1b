import type { RequestShape } from './RequestShape.ts'

/** A refused request: the HTTP status and what the server sent. */
export type RefusedRequest = { readonly status: number; readonly body: string; readonly shape: RequestShape }

/**
 * How to send the request instead: `named` leaves out what the server named; when it named nothing, `possible` lists shapes to try.
 */
export type Refusal = { readonly named: RequestShape } | { readonly possible: readonly RequestShape[] }

/** Statuses of a refused request. Some servers use their own error, or that of an unknown address. */
const REFUSALS = [400, 415, 422, 501]
const NAMED_REFUSALS = [...REFUSALS, 404, 500]

/** Words that refuse a parameter. A server may also name a parameter for another reason. */
const REFUSING =
  /support|unknown|unrecogni[sz]ed|not permitted|invalid|unexpected|not allowed|not enabled|extra (?:input|field|param)|forbidden|literal_error|should be|must be|expected|not implemented|deprecated|cannot (?:be used|handle)|can not be used|disabled|disallowed|alternate|no endpoints/i

/** As above, without words that a server also uses when it fails temporarily. */
const REFUSING_WITH_500 =
  /support|not implemented|unrecogni[sz]ed|not permitted|not allowed|(?:unknown|unexpected) (?:field|param|arg|key)|extra (?:input|field|param)|should be|must be|literal_error/i

type Parameter = {
  readonly name: RegExp
  /** Returns the shape without the refused parameter; undefined when there is nothing more to leave out. */
  readonly without: (shape: RequestShape, body: string) => RequestShape | undefined
}

const omit = (key: string, shape: RequestShape): RequestShape | undefined =>
  shape.omits.includes(key) ? undefined : { ...shape, omits: [...shape.omits, key] }

const PARAMETERS: readonly Parameter[] = [
  { name: /\bmax_(?:completion_|output_)?tokens\b/i, without: withoutMaxTokens },
  { name: /\bstream_options\b|\binclude_usage\b/i, without: (shape) => omit('stream_options', shape) },
  {
    name: /\bresponse_?format\b|\bjson[_ ]?schema\b|\bjson_object\b|structured[_ -]outputs?|\bguided_(?:json|decoding)\b|\bgrammar\b|\boutput_(?:format|config)\b/i,
    without: withoutSchema,
  },
  {
    name: /\b(?:system|developer)['"\x60’]?[ _-]?(?:role|message|prompt|instruction)|\brole['"\x60’]?s?\b.{0,40}\b(?:system|developer|alternate)\b|only user and assistant roles/i,
    without: (shape) => (shape.instructions === 'system' ? { ...shape, instructions: 'user' } : undefined),
  },
  { name: /\bstream(?:ing)?\b/i, without: (shape) => (shape.streams ? { ...shape, streams: false } : undefined) },
  ...['temperature', 'top_p', 'top_k', 'seed', 'stop', 'user', 'n', 'tools', 'tool_choice', 'reasoning_effort', 'verbosity'].map(
    (key): Parameter => ({
      name: new RegExp(`['"\x60]${key}['"\x60]|\\b${key}\\b(?=[^.]{0,40}(?:support|permitted|allowed))`, 'i'),
      without: (shape) => omit(key, shape),
    }),
  ),
]

function withoutMaxTokens(shape: RequestShape): RequestShape | undefined {
  if (shape.maxTokens === null) return undefined
  return { ...shape, maxTokens: shape.maxTokens === 'max_tokens' ? 'max_completion_tokens' : null }
}

function withoutSchema(shape: RequestShape, body: string): RequestShape | undefined {
  if (shape.schema === 'prompt') return undefined
  return { ...shape, schema: shape.schema === 'format' && body.includes('json_object') ? 'json-object' : 'prompt' }
}

/** Returns how to send a refused request instead, or undefined when its shape is not the reason. */
export function readRefusal({ status, body, shape }: RefusedRequest): Refusal | undefined {
  const text = body.slice(0, 4000)
  if (NAMED_REFUSALS.includes(status) && (status === 500 ? REFUSING_WITH_500 : REFUSING).test(text)) {
    const named = findNamed(text)?.without(shape, text)
    if (named) return { named }
  }
  // OpenRouter sends this when none of its servers supports all parameters.
  if (!REFUSALS.includes(status) && !/requested parameters/i.test(text)) return undefined
  const possible = otherShapes(shape)
  return possible.length > 0 ? { possible } : undefined
}

/** Returns the parameter that an error is about: the one in its field `param`, otherwise the one named first. */
function findNamed(text: string): Parameter | undefined {
  const [, param] = /"param"\s*:\s*"([^"]+)"/.exec(text) ?? []
  const exact = param === undefined ? undefined : PARAMETERS.find(({ name }) => name.test(`"${param}"`))
  if (exact) return exact
  return PARAMETERS.flatMap((parameter) => {
    const match = parameter.name.exec(text)
    return match ? [{ parameter, index: match.index }] : []
  }).toSorted((a, b) => a.index - b.index)[0]?.parameter
}

type Change = (shape: RequestShape) => RequestShape | undefined

const toPrompt: Change = (shape) => (shape.schema === 'prompt' ? undefined : { ...shape, schema: 'prompt' })
const withoutStreamOptions: Change = (shape) => omit('stream_options', shape)
const withoutStream: Change = (shape) => (shape.streams ? { ...shape, streams: false } : undefined)
const withoutSystem: Change = (shape) => (shape.instructions === 'user' ? undefined : { ...shape, instructions: 'user' })

/** Returns shapes to try when the server does not say what it refuses: each change alone, then all of them. */
function otherShapes(shape: RequestShape): RequestShape[] {
  const changes: readonly Change[] = [toPrompt, withoutStreamOptions, withoutMaxTokens, withoutSystem]
  const changed = changes.flatMap((change) => change(shape) ?? [])
  if (changed.length < 2) return [...changed, withoutStream(shape)].flatMap((each) => each ?? [])
  const plain: RequestShape = { ...shape, schema: 'prompt', maxTokens: null, instructions: 'user' }
  const plainest = withoutStreamOptions(plain) ?? plain
  return [...changed, plainest, withoutStream(plainest)].flatMap((each) => each ?? [])
}
