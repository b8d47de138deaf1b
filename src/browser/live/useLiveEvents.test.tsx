import { type QueryClient, useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { liveTopic } from '#shared/liveTopic.ts'
import { startCorsServer } from '#test/screens/startCorsServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { clearToken, saveToken } from '#browser/session/token.ts'
import { setLiveChannelOpen, useLiveChannelOpen, useLiveEvents } from './useLiveEvents.ts'
import type { LiveEventsOptions } from './useLiveEvents.ts'
import { type LiveHandler, handleTopic } from './handleTopic.ts'

afterEach(() => {
  clearToken()
  setLiveChannelOpen(true)
})

type Apply = (queries: QueryClient, payload: object) => void
const [file, files] = [liveTopic('file', z.object({ id: z.string() })), liveTopic('files')]

const loadNoHandlers = async (): Promise<readonly LiveHandler[]> => []
const fetchFiles = vi.fn<() => Promise<number>>()

const connectionStates: boolean[] = []

function TestListener({ loadHandlers, address }: LiveEventsOptions) {
  useLiveEvents({ loadHandlers, address })
  const isOpen = useLiveChannelOpen()
  useEffect(() => void connectionStates.push(isOpen), [isOpen])
  const { data } = useQuery({ queryKey: ['files'], queryFn: fetchFiles })
  return <output>{data}</output>
}

describe('the live channel', () => {
  it('sends the token, passes every message to the handlers of its topic, and closes on unmount', async () => {
    saveToken('tok')
    const authorizationHeaders: (string | undefined)[] = []
    const closed = vi.fn<() => void>()
    await using server = await startCorsServer((request, response) => {
      authorizationHeaders.push(request.headers.authorization)
      response.on('close', closed)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\nevent: file\ndata: {"id":"ab12"}\n\nevent: unknown\ndata: {}\n\nevent: files\ndata: {}\n\n')
    })
    const [first, second, third] = [vi.fn<Apply>(), vi.fn<Apply>(), vi.fn<Apply>()]
    const loadHandlers = async () => [handleTopic(file, first), handleTopic(file, second), handleTopic(files, third)]
    fetchFiles.mockResolvedValue(1)
    const { unmount, queries } = await renderWithProviders(<TestListener loadHandlers={loadHandlers} address={server.address} />)
    await waitFor(() => expect(third.mock.calls).toEqual([[queries, {}]]))
    for (const apply of [first, second]) expect(apply.mock.calls).toEqual([[queries, { id: 'ab12' }]])
    expect(authorizationHeaders).toEqual(['Bearer tok'])
    unmount()
    await waitFor(() => expect(closed).toHaveBeenCalled())
  })

  it.each(['broken', '{"id":7}', 'null'])('ignores the payload %s, which does not match the contract', async (payload) => {
    await using server = await startCorsServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`: hello\n\nevent: file\ndata: ${payload}\n\nevent: file\ndata: {"id":"ab12"}\n\n`)
    })
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const apply = vi.fn<Apply>()
    fetchFiles.mockResolvedValue(1)
    const { queries, unmount } = await renderWithProviders(
      <TestListener loadHandlers={async () => [handleTopic(file, apply)]} address={server.address} />,
    )
    await waitFor(() => expect(apply.mock.calls).toEqual([[queries, { id: 'ab12' }]]))
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
    unmount()
  })

  it('refetches visible queries after a reconnect, because events in between are lost', async () => {
    let connectionCount = 0
    connectionStates.length = 0
    await using server = await startCorsServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\n')
      if (++connectionCount === 1) response.end()
    })
    fetchFiles.mockReset().mockResolvedValueOnce(1).mockResolvedValue(2)
    await renderWithProviders(<TestListener loadHandlers={loadNoHandlers} address={server.address} />)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2'), { timeout: 5000 })
    expect(connectionCount).toBe(2)
    expect(connectionStates).toEqual([true, false, true])
  })

  it('refetches visible queries when refused, so that an ended session is detected', async () => {
    await using server = await startCorsServer((_, response) => {
      response.statusCode = 401
      response.end()
    })
    fetchFiles.mockReset().mockResolvedValueOnce(1).mockResolvedValue(2)
    await renderWithProviders(<TestListener loadHandlers={loadNoHandlers} address={server.address} />)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2'))
  })
})
