import type { z } from 'zod'
import { type Bytes, MiB, type Millis } from '#shared/units.ts'
import { LlmError } from '../llm.ts'
import { toLlmError } from '../toLlmError.ts'

/** Like `fetch`. A redirect would send the text of a recording and the key to a server that the operator did not name. */
export const fetchWithoutRedirects: typeof fetch = async (input, init) => await fetch(input, { ...init, redirect: 'error' })

type JsonRequest<T> = {
  readonly schema: z.ZodType<T>
  readonly timeout: Millis
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON with POST. */
  readonly body?: object
}

const MAX_REPLY: Bytes = 4 * MiB

/**
 * Returns the JSON that a server of language models sends, parsed with `schema`. Rejects with LlmError: `network` also when the reply
 * is no such JSON, because another program listens at that address then.
 */
export async function requestJson<T>(url: string, { schema, timeout, headers, body }: JsonRequest<T>): Promise<T> {
  try {
    const response = await fetchWithoutRedirects(url, {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) {
      const responseBody = await readText(response).catch(() => '')
      throw Object.assign(new Error(`HTTP ${response.status}`), { statusCode: response.status, responseBody })
    }
    const parsed = schema.safeParse(JSON.parse(await readText(response)))
    if (parsed.success) return parsed.data
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) throw noSuchApi()
    if (error instanceof TypeError) throw new LlmError('network', 'The language model server cannot be reached.')
    throw toLlmError(error, new AbortController().signal)
  }
  throw noSuchApi()
}

const noSuchApi = () => new LlmError('network', 'The server does not have the API of a language model.')

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_REPLY) throw new RangeError('the reply is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
