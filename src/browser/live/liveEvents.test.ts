import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startCorsServer } from '#test/screens/startCorsServer.ts'
import { openStream } from '../http/send.ts'
import { type LiveEventsOptions, type LiveState, openLiveEvents } from './liveEvents.ts'
import type { ServerEvent } from './liveEvents.ts'

const startStream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

/** Collects items; `reach` resolves once there are `count` of them. */
function collect<T>() {
  const all: T[] = []
  const waiting: { count: number; done: () => void }[] = []
  return {
    all,
    add: (item: T) => {
      all.push(item)
      for (const { count, done } of waiting) if (all.length >= count) done()
    },
    waitForCount: (count: number) =>
      new Promise<void>((done) => {
        if (all.length >= count) done()
        waiting.push({ count, done })
      }),
  }
}

afterEach(() => vi.restoreAllMocks())

const openAt =
  (address: string): LiveEventsOptions['open'] =>
  (request) =>
    openStream(address, request)

describe('openLiveEvents', () => {
  it('sends the token, reads events that arrive in pieces and skips comments', async () => {
    const seen: (string | undefined)[] = []
    await using server = await startCorsServer((request, response) => {
      seen.push(request.headers.authorization, request.headers.accept)
      startStream(response).write(': hello\n\nevent: task\nid: 7\nda')
      response.write('ta: {"a":\r\ndata: "é"}\r\n\r\ndata: plain\n\n')
    })
    const events = collect<ServerEvent>()
    const close = openLiveEvents({ open: openAt(server.address), token: () => 'tok', onEvent: events.add })
    await events.waitForCount(2)
    close()
    expect(events.all).toEqual([
      { name: 'task', data: '{"a":\n"é"}', id: '7' },
      { name: 'message', data: 'plain', id: '' },
    ])
    expect(seen).toEqual(['Bearer tok', 'text/event-stream'])
  })

  it('reconnects after a break and sends the last event id', async () => {
    const lastIds: (string | undefined)[] = []
    await using server = await startCorsServer((request, response) => {
      lastIds.push(request.headers['last-event-id'] as string | undefined)
      if (lastIds.length === 2) {
        response.writeHead(503).end()
        return
      }
      startStream(response).write(`id: ${lastIds.length}\ndata: x\n\n`)
      if (lastIds.length === 1) response.end()
    })
    const [events, states] = [collect<ServerEvent>(), collect<LiveState>()]
    const close = openLiveEvents({
      open: openAt(server.address),
      token: () => undefined,
      onEvent: events.add,
      onState: states.add,
      retryDelay: 5,
    })
    await events.waitForCount(2)
    close()
    expect(lastIds).toEqual([undefined, '1', '1'])
    expect(states.all).toEqual(['connecting', 'open', 'waiting', 'connecting', 'waiting', 'connecting', 'open', 'closed'])
  })

  it('stops when the server refuses', async () => {
    let calls = 0
    await using server = await startCorsServer((_, response) => {
      calls += 1
      response.writeHead(401).end()
    })
    const states = collect<LiveState>()
    openLiveEvents({ open: openAt(server.address), token: () => 'old', onEvent: () => {}, onState: states.add, retryDelay: 1 })
    await states.waitForCount(2)
    expect(states.all).toEqual(['connecting', 'refused'])
    expect(calls).toBe(1)
  })

  it('reconnects after a refusal when the session has a new token', async () => {
    const tokens: (string | undefined)[] = []
    await using server = await startCorsServer((request, response) => {
      tokens.push(request.headers.authorization)
      if (tokens.length === 1) response.writeHead(401).end()
      else startStream(response).write('data: x\n\n')
    })
    const [events, states] = [collect<ServerEvent>(), collect<LiveState>()]
    let token = 'old'
    const onState = (state: LiveState) => {
      states.add(state)
      if (state === 'refused') token = 'new'
    }
    const close = openLiveEvents({
      open: openAt(server.address),
      token: () => token,
      onEvent: events.add,
      onState,
      retryDelay: 1,
    })
    await events.waitForCount(1)
    close()
    expect(tokens).toEqual(['Bearer old', 'Bearer new'])
  })

  it('reconnects after a newer tab replaced it when its own tab becomes visible', async () => {
    let isHidden = true
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
    let calls = 0
    await using server = await startCorsServer((_, response) => {
      calls += 1
      startStream(response).write(calls === 1 ? 'event: replaced\ndata: {}\n\n' : 'data: back\n\n')
    })
    const [events, states] = [collect<ServerEvent>(), collect<LiveState>()]
    const options = {
      open: openAt(server.address),
      token: () => undefined,
      onEvent: events.add,
      onState: states.add,
      retryDelay: 1,
    }
    const close = openLiveEvents(options)
    await states.waitForCount(3)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(states.all).toEqual(['connecting', 'open', 'waiting'])
    isHidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    await events.waitForCount(1)
    close()
    expect(events.all.map(({ data }) => data)).toEqual(['back'])
    expect(calls).toBe(2)
  })

  it('closes the connection and reports nothing more when it is closed', async () => {
    const ended = collect<boolean>()
    const [events, states] = [collect<ServerEvent>(), collect<LiveState>()]
    await using server = await startCorsServer((_, response) => {
      response.on('close', () => ended.add(true))
      startStream(response).write('data: x\n\n')
    })
    const close = openLiveEvents({
      open: openAt(server.address),
      token: () => undefined,
      onEvent: events.add,
      onState: states.add,
    })
    await events.waitForCount(1)
    close()
    await ended.waitForCount(1)
    expect(states.all.at(-1)).toBe('closed')
  })
})
