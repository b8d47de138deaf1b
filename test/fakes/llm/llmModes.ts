import { type ChatBody, type JsonSchema, requestedSchema, textOf } from './schemaAnswer.ts'

/** One request to a model, with a correct response. `n` counts from 1. */
export type Turn = { readonly body: ChatBody; readonly n: number; readonly answer: unknown }

/**
 * The response of a server: an error, one JSON document, or a stream of texts. A stream may fail in the middle: its connection is
 * reset or closed, or it reports an error.
 */
export type LlmReply =
  | { readonly status: number; readonly body: object | string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly document: object | string }
  | { readonly text: string; readonly breaks?: 'reset' | 'cut' | 'error'; readonly finish?: string; readonly wire?: Wire }
  | { readonly deltas: readonly object[]; readonly finish?: string }
  | { readonly bytes: string }

/** The format of the events of a stream. */
export type Wire =
  | 'crlf'
  | 'no-space'
  | 'bare'
  | 'no-done'
  | 'no-finish'
  | 'latin1'
  | 'comments'
  | 'bytewise'
  | 'event-names'
  | 'gzip'

type Mode = (turn: Turn) => LlmReply

const fails = (status: number, error: object | string, headers?: Record<string, string>): LlmReply => ({
  status,
  body: typeof error === 'string' ? error : { error },
  ...(headers && { headers }),
})
const invalid = (message: string, fields: object = {}) => ({ message, type: 'invalid_request_error', ...fields })

const right: Mode = ({ answer }) => ({ text: JSON.stringify(answer) })
const around =
  (before: string, after = ''): Mode =>
  ({ answer }) => ({ text: `${before}${JSON.stringify(answer)}${after}` })
const written =
  (write: (json: string, turn: Turn) => string): Mode =>
  (turn) => ({ text: write(JSON.stringify(turn.answer), turn) })
/** Fails as long as a request contains a field. */
const refuses =
  (has: (body: ChatBody) => boolean, reply: LlmReply, otherwise: Mode = right): Mode =>
  (turn) =>
    has(turn.body) ? reply : otherwise(turn)
/** Fails for the first requests. */
const first =
  (count: number, reply: Mode): Mode =>
  (turn) =>
    turn.n <= count ? reply(turn) : right(turn)

const WINDOW = 4096
const tokensOf = ({ messages, max_tokens = 0 }: ChatBody) =>
  messages.reduce((sum, message) => sum + Buffer.byteLength(textOf(message)), 0) / 4 + max_tokens
const tooLong = (reply: LlmReply): Mode => refuses((body) => tokensOf(body) > WINDOW, reply)

const mapStrings = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => (isLine(item) ? (item.text ?? item.title) : mapStrings(item)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapStrings(each)]))
}
const isLine = (item: unknown): item is { text?: string; title?: string } =>
  typeof item === 'object' && item !== null && ('text' in item || 'title' in item)

/** Changes the field `rests_on` wherever it occurs. */
const mapCited =
  (change: (numbers: readonly unknown[]) => unknown): Mode =>
  ({ answer }) => ({
    text: JSON.stringify(answer, (key, value: unknown) => (key === 'rests_on' && Array.isArray(value) ? change(value) : value)),
  })
const entries = (answer: unknown, change: (entry: [string, unknown], n: number) => [string, unknown] | undefined) =>
  Object.fromEntries(
    Object.entries(answer as object).flatMap((entry, n) =>
      [change(entry as [string, unknown], n)].filter((each) => each !== undefined),
    ),
  )

/** How servers and models deviate from their API, by name. */
export const LLM_MODES = {
  ok: right,
  gpt5: refuses(
    (body) => 'max_tokens' in body,
    fails(
      400,
      invalid("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", {
        param: 'max_tokens',
        code: 'unsupported_parameter',
      }),
    ),
  ),
  'no-stream-options': refuses(
    (body) => 'stream_options' in body,
    fails(400, invalid('Extra inputs are not permitted: stream_options')),
  ),
  'no-response-format': refuses((body) => 'response_format' in body, fails(400, invalid('response_format is not supported'))),
  'no-system': refuses(
    ({ messages }) => messages.some(({ role }) => role === 'system'),
    fails(400, invalid('System role not supported')),
  ),
  'no-stream': refuses(
    ({ stream }) => stream === true,
    fails(400, invalid("Unsupported value: 'stream' does not support true with this model.", { param: 'stream' })),
    ({ answer }) => ({ document: toDocument(JSON.stringify(answer)) }),
  ),
  'says-nothing': refuses((body) => 'stream_options' in body, fails(422, { message: 'Unprocessable Entity' })),
  'orphan-think': around('Okay, the user wants {"title": "x"} as JSON. Let me write it.\n</think>\n\n'),
  harmony: around(
    '<|channel|>analysis<|message|>We need {"title"} then answer.<|end|><|start|>assistant<|channel|>final<|message|>',
  ),
  think: around('<think>Let me see. {"a":1} hmm {not json}</think>\n'),
  'thought-tag': around('<thought>I should use {curly} braces.</thought>'),
  'reasoning-tag': around('<reasoning>I should use {curly} braces.</reasoning>'),
  'think-upper-attr': around('<think signature="abc">Use {curly} braces.</think>'),
  'gemma-channel': around('<|channel>thought\nUse {curly} braces.<channel|>'),
  fence: around('Here is the JSON:\n```json\n', '\n```\nLet me know if {you} need more!'),
  'two-objects': written((json) => `${json}\n\n${json}`),
  'schema-echo': written((json, { body }) => `${JSON.stringify(requestedSchema(body))}\n${json}`),
  'trailing-comma': written((json) => json.replace(/\}$/, ',}')),
  comments: written((json) => json.replace('{', '{ // the answer\n')),
  wrapped: ({ answer }) => ({ text: JSON.stringify({ response: answer }) }),
  'newline-in-string': written((json) => json.replaceAll('The clinic opens', 'The clinic\nopens')),
  'strings-list': ({ answer }) => ({ text: JSON.stringify(mapStrings(answer)) }),
  'single-item-array': ({ answer }) => ({ text: JSON.stringify([answer]) }),
  'single-quotes': written((json) => json.replaceAll('"', "'")),
  'capital-keys': ({ answer }) => ({
    text: JSON.stringify(entries(answer, ([key, value]) => [key[0]!.toUpperCase() + key.slice(1), value])),
  }),
  nulls: ({ answer }) => ({
    text: JSON.stringify(entries(answer, ([key, value], n) => [key, n > 0 && typeof value !== 'object' ? null : value])),
  }),
  'missing-keys': ({ answer }) => ({
    text: JSON.stringify(
      entries(answer, ([key, value]) => (/headline|overview|points|sentences|text/.test(key) ? [key, value] : undefined)),
    ),
  }),
  'rests-str': mapCited((numbers) => numbers.map((number) => `[${String(number)}]`)),
  'rests-int': mapCited(([number]) => number),
  bom: around('\ufeff'),
  toolcall: ({ answer }) => ({
    deltas: pieces(JSON.stringify(answer)).map((text, n) => ({
      tool_calls: [
        {
          index: 0,
          ...(n === 0 && { id: 'c1', type: 'function' }),
          function: { ...(n === 0 && { name: 'json' }), arguments: text },
        },
      ],
    })),
    finish: 'tool_calls',
  }),
  'function-call': ({ answer }) => ({ deltas: [{ function_call: { name: 'json', arguments: JSON.stringify(answer) } }] }),
  'content-parts': ({ answer }) => ({
    deltas: [
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Use {curly} braces.' }] }] },
      { content: [{ type: 'text', text: JSON.stringify(answer) }] },
    ],
  }),
  'reasoning-field': ({ answer }) => ({
    deltas: [{ reasoning_content: 'Use {curly} braces.' }, { reasoning: '{"a"' }, { content: JSON.stringify(answer) }],
  }),
  'reasoning-only': ({ answer }) => ({ deltas: pieces(JSON.stringify(answer)).map((text) => ({ reasoning_content: text })) }),
  'null-content': ({ answer }) => ({ deltas: [{ role: 'assistant', content: null }, { content: JSON.stringify(answer) }] }),
  reset: first(1, ({ answer }) => ({ text: JSON.stringify(answer), breaks: 'reset' })),
  cut: first(1, ({ answer }) => ({ text: JSON.stringify(answer), breaks: 'cut' })),
  'mid-error': first(1, ({ answer }) => ({ text: JSON.stringify(answer), breaks: 'error' })),
  nostream: ({ answer }) => ({ document: toDocument(JSON.stringify(answer)) }),
  '200error': () => ({ document: { error: { message: 'The model is overloaded', code: 503 } } }),
  '200error-once': first(1, () => ({ document: { error: { message: 'The model is overloaded', code: 503 } } })),
  busy: first(2, () => fails(429, { message: 'Rate limit', code: 'rate_limit_exceeded' }, { 'retry-after': '3' })),
  loading: first(2, () => fails(503, { message: 'Loading model', type: 'unavailable_error', code: 503 })),
  'loading-html': first(2, () => fails(503, '<html>503</html>')),
  'always-busy': () => fails(429, { message: 'Rate limit', code: 'rate_limit_exceeded' }, { 'retry-after': '3' }),
  quota: () => fails(429, { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' }),
  'ctx-openai': tooLong(
    fails(
      400,
      invalid("This model's maximum context length is 4096 tokens. However, your messages resulted in 9000 tokens.", {
        param: 'messages',
        code: 'context_length_exceeded',
      }),
    ),
  ),
  'ctx-gemini': tooLong(
    fails(400, {
      code: 400,
      message: 'The input token count (9000) exceeds the maximum number of tokens allowed (4096).',
      status: 'INVALID_ARGUMENT',
    }),
  ),
  'ctx-anthropic': tooLong({
    status: 400,
    body: { type: 'error', error: invalid('prompt is too long: 9000 tokens > 4096 maximum') },
  }),
  'ctx-tgi': tooLong({
    status: 422,
    body: {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 6000 `inputs` tokens and 3000 `max_new_tokens`',
      error_type: 'validation',
    },
  }),
  'ctx-groq': tooLong(
    fails(413, {
      message:
        'Request too large for model `x` in organization `y` on tokens per minute (TPM): Limit 4096, Requested 9000, please reduce your message size and try again.',
      type: 'tokens',
      code: 'rate_limit_exceeded',
    }),
  ),
  'ctx-mistral': tooLong({
    status: 400,
    body: {
      object: 'error',
      message: 'Prompt contains 9000 tokens and 0 draft tokens, too large for model with 4096 maximum context length',
      type: 'invalid_request_prompt',
      code: '3051',
    },
  }),
  'ctx-llamacpp': tooLong(
    fails(400, {
      code: 400,
      message: 'the request exceeds the available context size, try increasing it',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 9000,
      n_ctx: 4096,
    }),
  ),
  'ctx-nonum': tooLong(fails(400, invalid('Input is too long for requested model.'))),
  'ctx-413html': tooLong(fails(413, '<html><h1>413 Request Entity Too Large</h1></html>')),
  maxout: refuses(
    ({ max_tokens = 0 }) => max_tokens > 200,
    fails(
      400,
      invalid('max_tokens is too large: 3000. This model supports at most 200 completion tokens, whereas you provided 3000.', {
        param: 'max_tokens',
        code: 'invalid_value',
      }),
    ),
  ),
  crlf: ({ answer }) => ({ text: JSON.stringify(answer), wire: 'crlf' }),
  nospace: ({ answer }) => ({ text: JSON.stringify(answer), wire: 'no-space' }),
  bare: ({ answer }) => ({ text: JSON.stringify(answer), wire: 'bare' }),
  'no-done': ({ answer }) => ({ text: JSON.stringify(answer), wire: 'no-done' }),
  'no-finish': ({ answer }) => ({ text: JSON.stringify(answer), wire: 'no-finish' }),
  keepalive: ({ answer }) => ({ text: JSON.stringify(answer), wire: 'comments' }),
  'event-names': ({ answer }) => ({ text: JSON.stringify(answer), wire: 'event-names' }),
  latin1: ({ answer }) => ({ text: JSON.stringify(answer), wire: 'latin1' }),
  'split-utf8': ({ answer }) => ({ text: JSON.stringify(answer), wire: 'bytewise' }),
  gzip: ({ answer }) => ({ text: JSON.stringify(answer), wire: 'gzip' }),
  empty: () => ({ text: '' }),
  markdown: () => ({ text: '# Clinic\n\n- The clinic opens on the third of May.' }),
  length: ({ answer }) => ({ text: JSON.stringify(answer).slice(0, JSON.stringify(answer).length / 2), finish: 'length' }),
  'only-thinks': () => ({ deltas: [{ reasoning_content: 'Let me think' }], finish: 'length' }),
  refusal: () => ({ deltas: [{ role: 'assistant', refusal: 'I cannot help.' }] }),
  'content-filter': () => ({ deltas: [{}], finish: 'content_filter' }),
  'reset-always': ({ answer }) => ({ text: JSON.stringify(answer), breaks: 'reset' }),
  'cut-always': ({ answer }) => ({ text: JSON.stringify(answer), breaks: 'cut' }),
  'proxy-page': () => ({ document: '<!doctype html><html><title>Sign in</title></html>' }),
  'other-json': () => ({ document: { status: 'ok' } }),
  redirect: () => ({ status: 302, body: '', headers: { location: 'https://elsewhere.example/v1/chat/completions' } }),
  'wrong-key': () => fails(401, { message: 'Incorrect API key provided' }),
  'unknown-model': () => fails(404, { message: 'The model `m` does not exist', code: 'model_not_found' }),
  'unknown-url': () => fails(404, invalid('Invalid URL (POST /chat/completions)', { code: 'unknown_url' })),
  'refuses-all': () => fails(400, invalid('Bad Request')),
  broken: () => fails(500, { message: 'out of memory' }),
  endless: () => ({ text: `{"title": "${'a '.repeat(200_000)}` }),
  'huge-line': () => ({ bytes: `data: {"choices":[{"delta":{"content":"${'a'.repeat(3_000_000)}` }),
} satisfies Readonly<Record<string, Mode>>

export type LlmMode = keyof typeof LLM_MODES

/** Splits a text into the chunks in which it is streamed. */
export const pieces = (text: string): string[] => text.match(/[\s\S]{1,40}/gu) ?? []

export const toDocument = (content: string) => ({
  id: 'x',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

export type { JsonSchema }
