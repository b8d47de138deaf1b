import type { z } from 'zod'
import { type Bytes, MiB, type Millis } from '#shared/units.ts'
import { createModelFetch } from '../http/fetchModel.ts'
import { LlmError } from '../llm.ts'
import { toLlmError } from '../toLlmError.ts'

type JsonRequest<T> = {
  readonly schema: z.ZodType<T>
  readonly timeout: Millis
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON with POST. */
  readonly body?: object
}

const MAX_REPLY: Bytes = 4 * MiB

const fetchReply = createModelFetch({ maxBytes: MAX_REPLY })

/**
 * Returns the JSON that a server of language models sends, parsed with `schema`. Rejects with LlmError: `no-api` when the reply
 * does not match, because then another program listens at that address.
 */
export async function requestJson<T>(url: string, { schema, timeout, headers, body }: JsonRequest<T>): Promise<T> {
  try {
    const response = await fetchReply(url, {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    })
    const text = await response.text()
    if (!response.ok)
      throw Object.assign(new Error(`HTTP ${response.status}`), { statusCode: response.status, responseBody: text })
    const parsed = schema.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch (error) {
    if (error instanceof SyntaxError) throw noSuchApi()
    const failure = toLlmError(error, new AbortController().signal)
    throw failure.kind === 'endless-answer' ? noSuchApi() : failure
  }
  throw noSuchApi()
}

const noSuchApi = () => new LlmError('no-api', 'The server does not have the API of a language model.')
