import { describe, expect, it } from 'vitest'
import { readTooLong } from './readTooLong.ts'

const CONTEXT: readonly (readonly [server: string, status: number, text: string])[] = [
  ['OpenAI', 400, "This model's maximum context length is 4096 tokens. However, your messages resulted in 9000 tokens."],
  [
    'vLLM',
    400,
    "This model's maximum context length is 4096 tokens. However, you requested 12000 tokens (9000 in the messages, 3000 in the completion). Please reduce the length of the messages or completion.",
  ],
  [
    'vLLM, with the room for the answer',
    400,
    "'max_tokens' or 'max_completion_tokens' is too large: 3000. This model's maximum context length is 4096 tokens and your request has 2000 input tokens (3000 > 4096 - 2000).",
  ],
  ['Azure', 400, "This model's maximum context length is 4,096 tokens, however you requested 9,000 tokens"],
  [
    'OpenRouter',
    400,
    "This endpoint's maximum context length is 4096 tokens. However, you requested about 9000 tokens (6000 of text input, 3000 in the output). Please reduce the length of either one, or use the middle-out transform",
  ],
  ['Volcengine', 400, 'Total tokens of image and text exceed max message tokens, limit 4096'],
  ['Zhipu', 400, '输入长度超过模型最大上下文长度 4096'],
  ['watsonx', 400, 'the number of input tokens 9000 cannot exceed the total tokens limit 4096 for this model'],
  ['Bedrock, by characters', 400, 'Malformed input request: expected maxLength: 4096, actual: 18000'],
  ['a German proxy', 400, 'Die maximale Kontextlänge beträgt 4.096 Token.'],
  [
    'LM Studio, by the kept tokens',
    400,
    'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9000>= n_ctx: 4096)',
  ],
  ['a server with both numbers', 400, 'prompt too long (9000 tokens, max 4096)'],
  ['KoboldCpp', 400, 'Prompt too long: 9000 > 4096'],
  ['OpenVINO', 412, 'Number of prompt tokens: 9000 exceeds model max length: 4096'],
  ['a server that repeats the request first', 400, `${'x'.repeat(6000)} maximum context length is 4096 tokens`],
  ['Gemini', 400, 'The input token count (9000) exceeds the maximum number of tokens allowed (4096).'],
  ['Gemini, newer', 400, 'The input token count exceeds the maximum number of tokens allowed 4096.'],
  [
    'Vertex AI',
    400,
    'Unable to submit request because the input token count is 9000 but model only supports up to 4096. Reduce the input token count and try again.',
  ],
  ['Anthropic', 400, 'prompt is too long: 9000 tokens > 4096 maximum'],
  [
    'Anthropic, with the answer',
    400,
    'input length and `max_tokens` exceed context limit: 3500 + 3000 > 4096, decrease input length or `max_tokens` and try again',
  ],
  [
    'TGI',
    422,
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 6000 `inputs` tokens and 3000 `max_new_tokens`',
  ],
  ['TGI, the prompt alone', 422, 'Input validation error: `inputs` must have less than 4096 tokens. Given: 9000'],
  [
    'Together',
    422,
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 9000 `inputs` tokens and 512 `max_new_tokens`',
  ],
  [
    'Groq',
    413,
    'Request too large for model `x` in organization `y` on tokens per minute (TPM): Limit 4096, Requested 9000, please reduce your message size and try again.',
  ],
  ['Groq, as 429', 429, 'Request too large for model `x` on tokens per minute (TPM): Limit 4,096, Requested 9,000.'],
  ['Mistral', 400, 'Prompt contains 9000 tokens and 0 draft tokens, too large for model with 4096 maximum context length'],
  [
    'llama.cpp',
    400,
    '{"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}',
  ],
  ['llama.cpp, newer', 400, 'request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it'],
  [
    'LM Studio',
    400,
    'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
  ],
  [
    'LM Studio, while it writes',
    400,
    'Reached context length of 4096 tokens with model that does not currently support mid-generation context overflow.',
  ],
  ['Bedrock', 400, 'Too many input tokens. Max input tokens: 4096, request input token count: 9000'],
  ['Cohere', 400, 'too many tokens: total number of tokens (prompt and prediction) cannot exceed 4096, received 9000.'],
  [
    'Cohere, newer',
    400,
    'too many tokens: size limit exceeded by 4904 tokens. Try using shorter or fewer inputs. The limit for this model is 4096 tokens.',
  ],
  ['xAI', 400, "This model's maximum prompt length is 4096 but the request contains 9000 tokens."],
  ['Fireworks', 400, 'The prompt is too long: 9000, model maximum context length: 4096'],
  ['Cerebras', 400, 'Please reduce the length of the messages or completion. Current length is 9000 while limit is 4096'],
  ['DashScope', 400, 'Range of input length should be [1, 4096]'],
  ['Moonshot', 400, 'Invalid request: Your request exceeded model token limit: 4096'],
  ['SGLang', 400, "The input (9000 tokens) is longer than the model's context length (4096 tokens)."],
  [
    'SGLang, with the answer',
    400,
    "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 9000 tokens: 6000 tokens from the input messages and 3000 tokens for the completion.",
  ],
  ['TabbyAPI', 400, 'Context length 9000 is greater than max_seq_len 4096'],
  ['GitHub Models', 413, 'Request body too large for small model. Max size: 4096 tokens.'],
  ['llama-cpp-python', 400, "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens"],
  ['a server that counts in thousands', 400, 'The context window of 4k is exceeded'],
]

const WITHOUT_NUMBER: readonly (readonly [server: string, status: number, text: string])[] = [
  ['Bedrock', 400, 'Input is too long for requested model.'],
  ['Ollama', 400, 'input length exceeds the context length'],
  ['LM Studio', 400, 'The number of tokens to keep from the initial prompt is greater than the context length.'],
  ['Zhipu', 400, 'Prompt exceeds max length'],
  ['Groq', 400, '{"message":"Please reduce the length of the messages or completion.","code":"context_length_exceeded"}'],
  ['a proxy', 413, '<html><h1>413 Request Entity Too Large</h1></html>'],
  ['a server that says it is its own error', 500, 'prompt too long; exceeded max context length'],
]

const OUTPUT: readonly (readonly [server: string, text: string, tokens: number | null])[] = [
  [
    'OpenAI',
    'max_tokens is too large: 3000. This model supports at most 2048 completion tokens, whereas you provided 3000.',
    2048,
  ],
  ['Anthropic', 'max_tokens: 3000 > 2048, which is the maximum allowed number of output tokens for claude-x', 2048],
  [
    'Groq',
    '`max_tokens` must be less than or equal to `2048`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    2048,
  ],
  ['Zhipu', 'max_tokens参数非法：取值范围 [1, 2048]', 2048],
  ['SiliconFlow', 'max_tokens (3000) is too large, maximum is 2048', 2048],
  [
    'NIM',
    '[{"type":"less_than_equal","loc":["body","max_tokens"],"msg":"Input should be less than or equal to 2048","ctx":{"le":2048}}]',
    2048,
  ],
  ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 2048]', 2048],
  ['DashScope', 'Range of max_tokens should be [1, 2048]', 2048],
  [
    'Bedrock',
    'The maximum tokens you requested exceeds the model limit of 2048. Try again with a maximum tokens value that is lower than 2048.',
    2048,
  ],
  [
    'Vertex AI',
    'Unable to submit request because it has a maxOutputTokens value of 3000 but the supported range is from 1 (inclusive) to 2049 (exclusive).',
    2049,
  ],
  ['Cohere', 'max tokens must be less than or equal to 2048, the maximum output for this model - received 3000.', 2048],
  ['a server without a number', 'max_completion_tokens is too large', null],
]

describe('a server that refuses the length of a request', () => {
  it.each(CONTEXT)('may name the context length: %s', (_, status, message) => {
    for (const body of [JSON.stringify({ error: { message } }), message])
      expect(readTooLong(status, body)).toEqual({ kind: 'context', tokens: 4096 })
  })

  it.each(WITHOUT_NUMBER)('may name no number: %s', (_, status, message) => {
    expect(readTooLong(status, message)).toEqual({ kind: 'context', tokens: null })
  })

  it.each(OUTPUT)('may name the maximum length of an answer: %s', (_, message, tokens) => {
    expect(readTooLong(400, JSON.stringify({ error: { message } }))).toEqual({ kind: 'output', tokens })
  })

  it.each([
    [400, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."],
    [400, 'Extra inputs are not permitted: stream_options'],
    [400, 'Invalid schema for response_format'],
    [429, 'Rate limit reached for requests per minute: Limit 20, Used 20'],
    [429, 'You exceeded your current quota, please check your plan and billing details.'],
    [401, 'prompt is too long: 9000 tokens > 4096 maximum'],
    [503, 'Loading model'],
    [undefined, 'context length'],
  ])('does not mean the length with %s %s', (status, body) => {
    expect(readTooLong(status, body)).toBeUndefined()
  })
})
