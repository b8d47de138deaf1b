import { type Bytes, KiB, MiB, minutes, type Millis } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { LlmError } from '../llm.ts'

/** Larger than any answer with its reasoning, in which each token is an event of several hundred bytes. */
const MAX_ANSWER: Bytes = 64 * MiB
/** How much of an error response is read. */
const MAX_ERROR: Bytes = 64 * KiB
/** A large model on a slow processor reads a prompt for minutes before it writes. */
const DEFAULT_SILENCE: Millis = minutes(4.5)

type FetchOptions = {
  /** How long a server may send nothing at all, not even a keep-alive. */
  readonly silence?: Millis | undefined
  /** Maximum size of an answer. */
  readonly maxBytes?: Bytes
}

/**
 * Returns a function like `fetch` for requests to servers of language models. Redirects are not followed, because they would send
 * the text of a recording and the key to a server that the operator did not choose. Rejects with LlmError for a redirect, a server
 * that stops sending, and an endless answer, and otherwise like `fetch`.
 */
export function createModelFetch({ silence = DEFAULT_SILENCE, maxBytes = MAX_ANSWER }: FetchOptions = {}): typeof fetch {
  return async (input, init) => {
    const watch = watchSilence(silence)
    const signal = init?.signal ? AbortSignal.any([init.signal, watch.signal]) : watch.signal
    try {
      const response = await fetch(input, { ...init, signal, redirect: 'manual' })
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel()
        throw new LlmError('redirect', 'The address of the language model leads to another one.')
      }
      const { status, statusText, headers, body } = response
      const guarded = body && toStream(readGuarded(body, watch, response.ok ? maxBytes : MAX_ERROR, response.ok))
      if (!guarded) watch.stop()
      return new Response(guarded, { status, statusText, headers: withoutEncoding(headers) })
    } catch (error) {
      watch.stop()
      throw error
    }
  }
}

/** Converts a generator to a stream. */
export const toStream = <T>(values: AsyncGenerator<T>): ReadableStream<T> =>
  new ReadableStream<T>({
    pull: async (controller) => {
      const { value, done } = await values.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await values.return(undefined)),
  })

/** The body has been decoded, so its encoding and length no longer apply. */
function withoutEncoding(headers: Headers): Headers {
  const copy = new Headers(headers)
  copy.delete('content-encoding')
  copy.delete('content-length')
  return copy
}

/** Yields the bytes of a body. When there are too many, throws LlmError or truncates them. */
async function* readGuarded(body: ReadableStream<Uint8Array>, watch: Watch, maxBytes: Bytes, throws: boolean) {
  let size = 0
  try {
    for await (const chunk of body) {
      watch.touch()
      size += chunk.length
      if (size > maxBytes) {
        if (!throws) return
        throw new LlmError('endless-answer', 'The answer of the language model does not end.')
      }
      yield chunk
    }
  } finally {
    watch.stop()
  }
}

type Watch = { readonly signal: AbortSignal; readonly touch: () => void; readonly stop: () => void }

/** Returns a signal that aborts when `touch` is not called for some time. */
function watchSilence(silence: Millis): Watch {
  const silent = new AbortController()
  let waiting = new AbortController()
  const wait = () => {
    waiting = new AbortController()
    systemClock.wait(silence, waiting.signal).then(
      () => silent.abort(new DOMException('the server fell silent', 'TimeoutError')),
      () => {},
    )
  }
  wait()
  const stop = () => waiting.abort()
  return {
    signal: silent.signal,
    touch: () => {
      stop()
      wait()
    },
    stop,
  }
}
