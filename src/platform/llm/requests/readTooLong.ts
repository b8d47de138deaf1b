/** The limits that a server names when it refuses a request for its length. Null: a number that it does not name. */
export type TooLong = { readonly kind: 'context' | 'output'; readonly tokens: number | null }

/** A number of tokens: `4096`, `4,096`, `4_096` or `4k`. */
const N = String.raw`[\`'"*\[(]*(\d[\d.,_]*\d|\d)\s?(k\b)?`

const pattern = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'i')

/** The requested maximum length of the answer exceeds that of the model. */
const OUTPUT = pattern(
  'max(?:imum)?[ _-]?(?:completion|output|new)?[ _-]?tokens?\\W+(?:value )?(?:is too|must be|should be|cannot|can not|exceeds?|too|has)',
  'max_tokens: \\d+ > \\d+',
  'invalid max_?(?:completion_)?tokens value',
  'range of max_?tokens',
  'maximum tokens you requested exceeds',
  'maxOutputTokens value of',
  'maximum (?:allowed )?(?:number of )?(?:output|completion) tokens',
  'max_tokens ?\\(\\d+\\) is too|max_tokens.{0,20}(?:非法|取值范围)|max_tokens.{0,200}less[_ ]than[_ ](?:or[_ ])?equal',
)
const OUTPUT_TOKENS = [
  `(?:supports?|allows?)(?: at)?(?: most| up to)? ${N} (?:completion|output)`,
  `max_tokens: \\d+ > ${N}`,
  `less than or equal to ${N}`,
  `"le"\\s*:\\s*${N}`,
  `\\[ ?1 ?, ?${N} ?\\]`,
  `from 1 \\(inclusive\\) to ${N}`,
  `(?:<=|at most|no more than|cannot exceed|limit (?:of|is)|maximum (?:of|is|value is)|max(?:imum)?:) ?${N}`,
].map((text) => new RegExp(text, 'i'))

/** The request exceeds the context of the model. */
const CONTEXT = pattern(
  'context_length_exceeded|exceed_context_size|string_above_max_length|request_too_large|max_tokens_exceeded',
  '(?:maximum|available|max|model.?s|allowed|exceeds?(?: the)?)(?: \\w+)? (?:context|prompt|sequence|input)[ _-]?(?:length|size|window|limit)',
  'context (?:length|window|size|limit)|context the overflows|max_seq_len|n_ctx',
  '(?:prompt|input|request|message|messages|body|conversation|text)(?: is| are| was)? (?:too (?:long|large|big)|longer than)',
  '(?:request|body|payload|entity) (?:body )?too large',
  'token count.{0,40}exceeds|input token count|too many (?:total |input )?tokens|prompt contains \\d+ tokens',
  'tokens? (?:limit|maximum) exceeded|exceeded (?:the )?(?:model )?token limit|exceeds? (?:the )?max(?:imum)? (?:number of )?(?:input )?(?:tokens|length)',
  '`?inputs`? (?:tokens \\+|must have less than)|range of input length',
  'reduce (?:the|your) (?:length|message|prompt|input)|number of tokens to keep',
  'model max length|超长|(?:上下文|输入|輸入).{0,6}长度|最大长度|max message tokens|cannot exceed the total tokens limit|expected maxLength|Kontextlänge|longueur (?:maximale )?du contexte|コンテキスト長',
)
const CONTEXT_TOKENS = [
  `context limit: [^>]{1,40}> ?${N}`,
  `max_seq_len(?:gth)?(?: of| is|:|=)? ?${N}`,
  `maximum (?:context|prompt|input|sequence) (?:length|size|limit)(?: of| is|:)?(?: only)? ${N}`,
  `\\bn_ctx\\b"?\\)?\\s*[:=]+\\s*${N}`,
  `\\d tokens, max ${N}`,
  `maxLength: ?${N}`,
  `(?:total tokens limit|context size exceeded|beträgt|长度) ?${N}`,
  `^[^<>]{0,200}\\d ?> ?${N}`,
  `context (?:window|size|length|limit)(?: of| is|:)?(?: only)? ${N}`,
  `context (?:window|size|length|limit) ?\\(${N}`,
  `tokens allowed ?\\(?${N}`,
  `tokens? ?(?:>|>=) ?${N} (?:tokens )?maximum`,
  `(?:must be|should be) ?(?:<=|<|at most|less than) ?${N}`,
  `must have less than ${N}`,
  `with ${N} maximum context`,
  `\\[ ?[01] ?, ?${N} ?\\]`,
  `(?:cannot|can not|must not) exceed ${N}`,
  `only supports? (?:up to )?${N}`,
  `(?:token limit|max(?:imum)? (?:size|length|tokens|input tokens)|limit)(?: (?:for|of) (?:this|the) model)?(?: of| is|:)? ?${N}`,
  `limit ${N}`,
  `(?:up to|at most|maximum of|max of) ${N}`,
].map((text) => new RegExp(text, 'i'))

/** Statuses with which servers refuse a length. For 413 the text need not say so. */
const STATUSES = [400, 404, 412, 413, 422, 429, 500, 502]

/**
 * Returns the limits that a server names when it refuses a request as too long or its maximum answer as too large; otherwise
 * undefined.
 */
export function readTooLong(status: number | undefined, body: string): TooLong | undefined {
  if (status === undefined || !STATUSES.includes(status)) return undefined
  // Routers send the error as a string within a string, with escaped quotes.
  const text = body.slice(0, 16_000).replaceAll('\\', '')
  const isContext = CONTEXT.test(text)
  // 429 usually limits the frequency of calls. Only a single request that is too large counts here.
  if (status === 429 && !/request too large|context_length_exceeded/i.test(text)) return undefined
  if (!isContext && OUTPUT.test(text)) return { kind: 'output', tokens: findTokens(text, OUTPUT_TOKENS) }
  if (isContext || status === 413) return { kind: 'context', tokens: findTokens(text, CONTEXT_TOKENS) }
  return undefined
}

const MIN_TOKENS = 100
const MAX_TOKENS = 100_000_000

function findTokens(text: string, patterns: readonly RegExp[]): number | null {
  for (const each of patterns) {
    const [, digits, thousands] = each.exec(text) ?? []
    if (digits === undefined) continue
    const tokens = Number(digits.replace(/[.,_]/g, '')) * (thousands ? 1024 : 1)
    if (tokens >= MIN_TOKENS && tokens <= MAX_TOKENS) return tokens
  }
  return null
}
