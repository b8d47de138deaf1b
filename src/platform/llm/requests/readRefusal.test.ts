import { describe, expect, it } from 'vitest'
import { readRefusal } from './readRefusal.ts'
import { DEFAULT_SHAPE, type RequestShape, shapeBody } from './RequestShape.ts'

const openAi = (message: string, param: string | null = null, code = 'unsupported_parameter') =>
  JSON.stringify({ error: { message, type: 'invalid_request_error', param, code } })
const pydantic = (name: string) =>
  JSON.stringify({ detail: [{ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted', input: 1 }] })

const refusedWith = (status: number, body: string, shape: Partial<RequestShape> = {}) =>
  readRefusal({ status, body, shape: { ...DEFAULT_SHAPE, ...shape } })

describe('a refused request', () => {
  it.each<[string, number, string, Partial<RequestShape>]>([
    [
      'max_tokens',
      400,
      openAi(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'max_tokens',
      ),
      { maxTokens: 'max_completion_tokens' },
    ],
    ['max_tokens', 422, pydantic('max_tokens'), { maxTokens: 'max_completion_tokens' }],
    ['max_tokens', 400, 'Unrecognized request argument supplied: max_tokens', { maxTokens: 'max_completion_tokens' }],
    [
      'temperature',
      400,
      openAi(
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        'temperature',
        'unsupported_value',
      ),
      { omits: ['temperature'] },
    ],
    ['top_p', 400, '`temperature` and `top_p` cannot both be specified: `top_p` is not supported', { omits: ['temperature'] }],
    ['top_p', 400, openAi("Unsupported parameter: 'top_p'", 'top_p'), { omits: ['top_p'] }],
    ['stream_options', 400, 'Extra inputs are not permitted: stream_options', { omits: ['stream_options'] }],
    ['stream_options', 422, pydantic('stream_options'), { omits: ['stream_options'] }],
    ['stream_options', 500, "unexpected keyword argument 'stream_options'", { omits: ['stream_options'] }],
    ['response_format', 400, "'response_format.type' must be 'json_schema' or 'text'", { schema: 'prompt' }],
    [
      'response_format',
      400,
      openAi('Invalid schema for response_format: additionalProperties', 'response_format', ''),
      { schema: 'prompt' },
    ],
    ['response_format', 404, 'No endpoints found that support structured outputs', { schema: 'prompt' }],
    [
      'response_format',
      500,
      `loc: ('body', 'response_format', 'type'), "Input should be 'text' or 'json_object'"`,
      { schema: 'json-object' },
    ],
    ['the role of the instructions', 400, 'System role not supported', { instructions: 'user' }],
    ['the role of the instructions', 400, 'Developer instruction is not enabled for models/gemma-3', { instructions: 'user' }],
    ['the role of the instructions', 400, "messages[0].role: 'system' is not supported", { instructions: 'user' }],
    ['the role of the instructions', 500, 'Only user and assistant roles are supported!', { instructions: 'user' }],
    ['the role of the instructions', 400, 'Conversation roles must alternate user/assistant', { instructions: 'user' }],
    [
      'the stream',
      400,
      openAi("Unsupported value: 'stream' does not support true with this model.", 'stream'),
      { streams: false },
    ],
    ['the stream', 501, 'streaming is not implemented', { streams: false }],
    ['tools', 400, "'tools' is not supported by this model", { omits: ['tools'] }],
  ])('is sent without %s (%i %s)', (_, status, body, change) => {
    expect(refusedWith(status, body)).toEqual({ named: { ...DEFAULT_SHAPE, ...change } })
  })

  it('is sent without a maximum length when both names of that parameter are refused', () => {
    const body = "Unsupported parameter: 'max_completion_tokens'"
    expect(refusedWith(400, body, { maxTokens: 'max_completion_tokens' })).toEqual({
      named: { ...DEFAULT_SHAPE, maxTokens: null },
    })
  })

  it('is sent in several other shapes when the server names nothing', () => {
    const refusal = refusedWith(400, '{"error":{"message":"Bad Request"}}')
    const possible = refusal && 'possible' in refusal ? refusal.possible : []
    expect(possible.map(({ schema, maxTokens, instructions, omits }) => [schema, maxTokens, instructions, omits.join()])).toEqual(
      [
        ['prompt', 'max_tokens', 'system', ''],
        ['format', 'max_tokens', 'system', 'stream_options'],
        ['format', 'max_completion_tokens', 'system', ''],
        ['format', 'max_tokens', 'user', ''],
        ['prompt', null, 'user', 'stream_options'],
        ['prompt', null, 'user', 'stream_options'],
      ],
    )
    expect(possible.map(({ streams }) => streams)).toEqual([true, true, true, true, true, false])
  })

  it.each([
    [401, 'Incorrect API key: response_format is not supported'],
    [404, 'The model `small` does not exist'],
    [429, 'stream_options is not supported'],
    [500, 'out of memory'],
    [500, 'upstream stream closed unexpectedly'],
    [500, 'CUDA error: invalid stream handle'],
    [503, 'Loading model'],
  ])('is not changed when its shape is not the reason (%i %s)', (status, body) => {
    expect(refusedWith(status, body)).toBeUndefined()
  })

  it('is sent in other shapes when no server behind a router takes all parameters', () => {
    expect(refusedWith(404, 'No endpoints found that can handle the requested parameters.')).toHaveProperty('possible')
  })

  it('is not changed when there is nothing more to leave out', () => {
    const plain: RequestShape = {
      ...DEFAULT_SHAPE,
      schema: 'prompt',
      maxTokens: null,
      instructions: 'user',
      streams: false,
      omits: ['stream_options'],
    }
    expect(refusedWith(400, 'Bad Request', plain)).toBeUndefined()
  })
})

describe('the body of a request', () => {
  const body = {
    model: 'm',
    max_tokens: 300,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What was said?' },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'part', schema: { type: 'object' } } },
    temperature: 0,
    stream: true,
    stream_options: { include_usage: true },
  }

  it('has the shape that the server accepts', () => {
    expect(shapeBody(body, DEFAULT_SHAPE)).toEqual(body)
    const shape: RequestShape = {
      ...DEFAULT_SHAPE,
      maxTokens: 'max_completion_tokens',
      instructions: 'user',
      streams: false,
      omits: ['temperature'],
    }
    expect(shapeBody(body, shape)).toEqual({
      model: 'm',
      max_completion_tokens: 300,
      messages: [{ role: 'user', content: 'Be brief.\n\nWhat was said?' }],
      response_format: body.response_format,
      stream: false,
    })
  })

  it('has no maximum length and no stream options when both are refused', () => {
    const shaped = shapeBody(body, { ...DEFAULT_SHAPE, maxTokens: null, omits: ['stream_options'] })
    expect(Object.keys(shaped)).not.toContain('max_tokens')
    expect(Object.keys(shaped)).not.toContain('stream_options')
  })
})
