import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { listen } from '../events/listen.ts'
import { openStream } from '../http/send.ts'
import { readServerEvents } from './readServerEvents.ts'
import type { ServerEvent } from './readServerEvents.ts'
import { wait } from '../timers/time.ts'

/**
 * `waiting` reconnects by itself. `refused` (HTTP 401, 403, 404) reconnects only with a new token. `closed` was closed by the
 * caller. An account has a limited number of streams: when a newer tab replaces a stream, it waits until its tab is visible.
 */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'refused' | 'closed'

export type LiveEventsOptions = {
  /** The full path, `/api/…`. */
  address: string
  /** Called for each connection, so that a renewed token is used. */
  token: () => string | undefined
  onEvent: (event: ServerEvent) => void
  onState?: (state: LiveState) => void
  /** The delay before the first retry. It doubles with each retry, up to 30 seconds. */
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
  const initialDelay = options.retryDelay ?? seconds(1)
  const streamState = { id: '', retryDelay: initialDelay }
  while (!closing.aborted) {
    options.onState('connecting')
    const token = options.token()
    const outcome = await readStream(options, streamState, closing, () => (streamState.retryDelay = initialDelay))
    if (closing.aborted) return
    options.onState(outcome === 'refused' ? 'refused' : 'waiting')
    if (outcome === 'replaced') {
      await (document.hidden ? untilVisible(closing) : waitOrUntilOnline(MAX_RETRY_DELAY, closing))
      continue
    }
    await waitOrUntilOnline(streamState.retryDelay, closing)
    // Stop after a refusal, unless the session has a new token by now.
    if (outcome === 'refused' && options.token() === token) return
    streamState.retryDelay = Math.min(streamState.retryDelay * 2, MAX_RETRY_DELAY)
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
    const response = await openStream(options.address, { token: options.token(), headers, signal: closing })
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
    // Connections break all the time: the laptop sleeps, the server restarts.
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
