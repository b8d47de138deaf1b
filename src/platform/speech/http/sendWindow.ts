import { backOff } from '#shared/backOff.ts'
import { retry } from '#shared/retry.ts'
import { minutes, seconds, type Millis } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { SpeechError } from '../speech.ts'
import { encodeWav } from './encodeWav.ts'

/** A server with the OpenAI transcription API, as configured by the operator. */
export type SpeechServer = {
  /** Base URL of the API with its version: `http://localhost:8000/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
  /** Timeout of one request. 280 s by default, because Node gives up on a response without headers after 300 s. */
  readonly timeout?: Millis
}

type WindowRequest = {
  readonly language: string | undefined
  readonly glossary: readonly string[] | undefined
  readonly signal: AbortSignal
}

/** Sends a window of audio and returns the JSON of the reply. Rejects with SpeechError. */
export type WindowSender = (pcm: Float32Array, request: WindowRequest) => Promise<unknown>

const ATTEMPTS = 4
const RETRY_DELAY = { initial: seconds(1), max: seconds(30) }
const MAX_RETRY_AFTER: Millis = minutes(1)
/** A Whisper server accepts 224 tokens of prompt and cuts off the beginning of a longer one. */
const MAX_PROMPT_CHARACTERS = 600

/** A response other than 2xx, without its content: a server may repeat the key or the transcript in it. */
class HttpFailure extends Error {
  readonly status: number
  readonly retryAfter: Millis | null
  constructor(status: number, retryAfter: Millis | null) {
    super(`HTTP ${status}`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/**
 * Returns a sender for a server. Network errors, timeouts, 408, 429 and 5xx are retried with a growing delay, or the one that the
 * server names. After a server has refused detailed replies with times, it is asked for plain text.
 */
export function createWindowSender(server: SpeechServer, clock: Clock): WindowSender {
  let isVerboseRefused = false
  const sendOnce = async (pcm: Float32Array, request: WindowRequest): Promise<unknown> => {
    if (isVerboseRefused) return await post(server, createForm(server, pcm, request, 'json'), request.signal)
    try {
      return await post(server, createForm(server, pcm, request, 'verbose_json'), request.signal)
    } catch (error) {
      if (!(error instanceof HttpFailure) || ![400, 415, 422].includes(error.status)) throw error
      const reply = await post(server, createForm(server, pcm, request, 'json'), request.signal)
      isVerboseRefused = true
      return reply
    }
  }
  return async (pcm, request) => {
    try {
      return await retry(async () => await sendOnce(pcm, request), {
        attempts: ATTEMPTS,
        isTemporary: (error) => !request.signal.aborted && isTemporary(error),
        pause: async (attempt, error) => {
          const requested = error instanceof HttpFailure ? error.retryAfter : null
          await clock.wait(Math.min(MAX_RETRY_AFTER, requested ?? backOff(attempt, RETRY_DELAY)), request.signal)
        },
      })
    } catch (error) {
      throw toSpeechError(error, request.signal)
    }
  }
}

function createForm(
  { model }: SpeechServer,
  pcm: Float32Array,
  { language, glossary = [] }: WindowRequest,
  format: 'verbose_json' | 'json',
): FormData {
  const form = new FormData()
  form.set('file', new Blob([encodeWav(pcm)], { type: 'audio/wav' }), 'window.wav')
  form.set('model', model)
  form.set('response_format', format)
  form.set('temperature', '0')
  if (language !== undefined) form.set('language', language)
  if (glossary.length > 0) form.set('prompt', glossary.join(', ').slice(0, MAX_PROMPT_CHARACTERS))
  if (format === 'verbose_json') {
    form.append('timestamp_granularities[]', 'word')
    form.append('timestamp_granularities[]', 'segment')
  }
  return form
}

async function post(
  { baseUrl, apiKey, timeout = seconds(280) }: SpeechServer,
  body: FormData,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(`${baseUrl}/audio/transcriptions`, {
    method: 'POST',
    body,
    headers: { accept: 'application/json', ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
    // A redirect would send the recording and the key to a server that the operator did not choose.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  })
  if (response.ok) return await response.json()
  await response.body?.cancel()
  const after = Number(response.headers.get('retry-after'))
  throw new HttpFailure(response.status, after > 0 ? seconds(after) : null)
}

/** Connections that end early and replies that are not JSON are temporary failures too. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof HttpFailure) || [408, 425, 429].includes(error.status) || error.status >= 500

function toSpeechError(error: unknown, signal: AbortSignal): SpeechError {
  if (signal.aborted) return new SpeechError('aborted', 'The transcription was aborted.')
  if (!(error instanceof HttpFailure))
    return new SpeechError('engine-died', 'The speech server cannot be reached or sent an unusable reply.', causeOf(error))
  const { status } = error
  if (status === 401 || status === 403)
    return new SpeechError('refused', `The speech server did not accept the key (HTTP ${status}).`)
  if (status === 404)
    return new SpeechError(
      'unavailable',
      'The speech server has no transcription at the configured address, or does not know the model (HTTP 404).',
    )
  if (status === 413) return new SpeechError('refused', 'The speech server accepts only smaller files (HTTP 413).')
  if (status === 429) return new SpeechError('engine-died', 'The speech server is busy or its quota is used up (HTTP 429).')
  if (status >= 500 || status === 408)
    return new SpeechError('engine-died', `The speech server responded with an error (HTTP ${status}).`)
  return new SpeechError('refused', `The speech server refused the request (HTTP ${status}).`)
}

/** Returns the name and code of a network error. Its message may contain parts of the request. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return `${error instanceof Error ? error.name : 'Error'} ${code}`.trim()
}
