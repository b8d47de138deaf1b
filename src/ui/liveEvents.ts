import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { listen } from './listen.ts'
import { openStream } from './send.ts'
import { readServerEvents } from './readServerEvents.ts'
import type { ServerEvent } from './readServerEvents.ts'
import { wait } from './time.ts'

/**
 * `waiting` reconnects by itself. `refused` (HTTP 401, 403, 404) reconnects only with a new token. `closed` was closed by the
 * caller. An account has a limited number of streams: when a newer tab replaces a stream, it waits until its tab is visible.
 */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'refused' | 'closed'

export type LiveEvents = {
  /** The full path, `/api/…`. */
  address: string
  /** Called for each connection, so that a renewed token is used. */
  token: () => string | undefined
  onEvent: (event: ServerEvent) => void
  onState?: (state: LiveState) => void
  /** The delay before the first retry. It doubles with each retry, up to 30 seconds. */
  pause?: Millis
}

/**
 * Reads server-sent events with an Authorization header, which EventSource cannot send. Returns a function that closes the
 * stream.
 */
export function openLiveEvents({ onState = () => {}, ...options }: LiveEvents): () => void {
  const closing = new AbortController()
  const tell = (state: LiveState) => {
    if (!closing.signal.aborted) onState(state)
  }
  void stayConnected({ ...options, onState: tell }, closing.signal)
  return () => {
    tell('closed')
    closing.abort()
  }
}

const LONGEST_PAUSE = seconds(30)

async function stayConnected(
  live: Required<Omit<LiveEvents, 'pause'>> & { pause?: Millis },
  closing: AbortSignal,
): Promise<void> {
  const first = live.pause ?? seconds(1)
  const seen = { id: '', pause: first }
  while (!closing.aborted) {
    live.onState('connecting')
    const token = live.token()
    const end = await connection(live, seen, closing, () => (seen.pause = first))
    if (closing.aborted) return
    live.onState(end === 'refused' ? 'refused' : 'waiting')
    if (end === 'replaced') {
      await (document.hidden ? shown(closing) : waitOrOnline(LONGEST_PAUSE, closing))
      continue
    }
    await waitOrOnline(seen.pause, closing)
    // Stop after a refusal, unless the session has a new token by now.
    if (end === 'refused' && live.token() === token) return
    seen.pause = Math.min(seen.pause * 2, LONGEST_PAUSE)
  }
}

async function connection(
  live: LiveEvents,
  seen: { id: string },
  closing: AbortSignal,
  opened: () => void,
): Promise<'refused' | 'replaced' | 'ended'> {
  try {
    const headers = { accept: 'text/event-stream', ...(seen.id ? { 'last-event-id': seen.id } : {}) }
    const response = await openStream(live.address, { token: live.token(), headers, signal: closing })
    if ([401, 403, 404].includes(response.status)) return 'refused'
    if (!response.ok || !response.body) return 'ended'
    opened()
    live.onState?.('open')
    for await (const event of readServerEvents(response.body)) {
      if (closing.aborted) break
      if (event.name === 'replaced') return 'replaced'
      if (event.id) seen.id = event.id
      live.onEvent(event)
    }
  } catch {
    // Connections break all the time: the laptop sleeps, the server restarts.
  }
  return 'ended'
}

/** Resolves when the tab becomes visible or the stream is closed. */
async function shown(closing: AbortSignal): Promise<void> {
  const seen = Promise.withResolvers<void>()
  const stop = [
    listen(document, 'visibilitychange', () => document.hidden || seen.resolve()),
    listen(closing, 'abort', () => seen.resolve()),
  ]
  await seen.promise
  for (const one of stop) one()
}

/** Waits for `ms`, or until the network is back or the stream is closed. */
async function waitOrOnline(ms: Millis, closing: AbortSignal): Promise<void> {
  const back = new AbortController()
  const deaf = listen(window, 'online', () => back.abort())
  await wait(ms, AbortSignal.any([closing, back.signal])).catch(() => {})
  deaf()
}
