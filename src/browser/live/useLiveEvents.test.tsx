import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startCorsServer } from '#test/screens/startCorsServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { clearToken, saveToken } from '#browser/session/token.ts'
import { setLiveChannelOpen, useLiveChannelOpen, useLiveEvents } from './useLiveEvents.ts'
import type { ApplyLiveEvent, LiveEventsOptions } from './useLiveEvents.ts'

afterEach(() => {
  clearToken()
  setLiveChannelOpen(true)
})

const loadNoHandlers = async (): Promise<readonly ApplyLiveEvent[]> => []
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
  it('sends the token, passes every event to every feature, and closes on unmount', async () => {
    saveToken('tok')
    const authorizationHeaders: (string | undefined)[] = []
    const closed = vi.fn<() => void>()
    await using server = await startCorsServer((request, response) => {
      authorizationHeaders.push(request.headers.authorization)
      response.on('close', closed)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\nevent: file\ndata: {"id":"ab12"}\n\nevent: task\ndata: broken\n\n')
    })
    const [firstHandler, secondHandler] = [vi.fn<ApplyLiveEvent>(), vi.fn<ApplyLiveEvent>()]
    const loadHandlers = async () => [firstHandler, secondHandler]
    fetchFiles.mockResolvedValue(1)
    const { unmount, queries } = await renderWithProviders(<TestListener loadHandlers={loadHandlers} address={server.address} />)
    await waitFor(() => expect(secondHandler).toHaveBeenCalledTimes(2))
    expect(firstHandler.mock.calls).toEqual([
      [queries, { name: 'file', data: { id: 'ab12' } }],
      [queries, { name: 'task', data: undefined }],
    ])
    expect(authorizationHeaders).toEqual(['Bearer tok'])
    unmount()
    await waitFor(() => expect(closed).toHaveBeenCalled())
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
