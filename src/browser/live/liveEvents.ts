import { EventSourceParserStream } from 'eventsource-parser/stream'
import { backOff } from '#shared/backOff.ts'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { listen } from '../events/listen.ts'
import { random } from '../random/random.ts'
import { wait } from '../timers/time.ts'

/**
 * `waiting` reconnects by itself. `refused` (HTTP 401, 403, 404) reconnects only with a new token. `closed` was closed by the
 * caller. The number of streams per account is limited: when a newer tab replaces a stream, the stream reconnects only once its tab
 * is visible.
 */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'refused' | 'closed'

export type LiveEventsOptions = {
  /** Opens the event stream. Rejects as fetch does. */
  open: (request: { token: string | undefined; headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>
  /** Called for each connection, so that a renewed token is used. */
  token: () => string | undefined
  onEvent: (event: ServerEvent) => void
  onState?: (state: LiveState) => void
  /** The delay before the first retry (`backOff`). It grows with each retry, up to 30 seconds. */
  retryDelay?: Millis
}

/**
 * Reads server-sent events with an Authorization header, which EventSource cannot send. Returns a function that closes the
 * stream.
 */
export function openLiveEvents({ onState = () => {}, ...options }: LiveEventsOptions): () => void {
  const closing = new AbortController()
  const reportState = (state: LiveState) => {
    if (!closing.signal.aborted) onState(state)
  }
  void stayConnected({ ...options, onState: reportState }, closing.signal)
  return () => {
    reportState('closed')
    closing.abort()
  }
}

const MAX_RETRY_DELAY = seconds(30)

async function stayConnected(
  options: Required<Omit<LiveEventsOptions, 'retryDelay'>> & { retryDelay?: Millis },
  closing: AbortSignal,
): Promise<void> {
  const delays = { initial: options.retryDelay ?? seconds(1), max: MAX_RETRY_DELAY }
  const streamState = { id: '', attempt: 1 }
  while (!closing.aborted) {
    options.onState('connecting')
    const token = options.token()
    const outcome = await readStream(options, streamState, closing, () => (streamState.attempt = 1))
    if (closing.aborted) return
    options.onState(outcome === 'refused' ? 'refused' : 'waiting')
    if (outcome === 'replaced') {
      await (document.hidden ? untilVisible(closing) : waitOrUntilOnline(MAX_RETRY_DELAY, closing))
      continue
    }
    await waitOrUntilOnline(backOff(streamState.attempt, delays, random), closing)
    // Stop after a refusal, unless the session has a new token by now.
    if (outcome === 'refused' && options.token() === token) return
    streamState.attempt++
  }
}

async function readStream(
  options: LiveEventsOptions,
  lastSeen: { id: string },
  closing: AbortSignal,
  onOpened: () => void,
): Promise<'refused' | 'replaced' | 'ended'> {
  try {
    const headers = { accept: 'text/event-stream', ...(lastSeen.id ? { 'last-event-id': lastSeen.id } : {}) }
    const response = await options.open({ token: options.token(), headers, signal: closing })
    if ([401, 403, 404].includes(response.status)) return 'refused'
    if (!response.ok || !response.body) return 'ended'
    onOpened()
    options.onState?.('open')
    for await (const event of readServerEvents(response.body)) {
      if (closing.aborted) break
      if (event.name === 'replaced') return 'replaced'
      if (event.id) lastSeen.id = event.id
      options.onEvent(event)
    }
  } catch {
    // Connections break all the time: laptops sleep, servers restart.
  }
  return 'ended'
}

/** Resolves when the tab becomes visible or the stream is closed. */
async function untilVisible(closing: AbortSignal): Promise<void> {
  const visible = Promise.withResolvers<void>()
  const removeListeners = [
    listen(document, 'visibilitychange', () => document.hidden || visible.resolve()),
    listen(closing, 'abort', () => visible.resolve()),
  ]
  await visible.promise
  for (const removeListener of removeListeners) removeListener()
}

/** Waits for `ms`, or until the network is back or the stream is closed. */
async function waitOrUntilOnline(ms: Millis, closing: AbortSignal): Promise<void> {
  const online = new AbortController()
  const removeListener = listen(window, 'online', () => online.abort())
  await wait(ms, AbortSignal.any([closing, online.signal])).catch(() => {})
  removeListener()
}

export type ServerEvent = { name: string; data: string; id: string }

/** Yields the events of a `text/event-stream` body in order and skips comments (heartbeats). Ends with the body. */
export async function* readServerEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield { name: value.event ?? 'message', data: value.data, id: value.id ?? '' }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
