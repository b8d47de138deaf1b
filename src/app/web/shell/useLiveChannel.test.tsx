import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loopback } from '#test/screen/loopback.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { forgetToken, keepToken } from '#ui/token.ts'
import type { ApplyLiveEvent } from './useLiveChannel.ts'
import { useLiveChannel } from './useLiveChannel.ts'

afterEach(() => forgetToken())

const NONE: readonly ApplyLiveEvent[] = []
const read = vi.fn<() => Promise<number>>()

const live: boolean[] = []
const onLive = (isOpen: boolean): void => void live.push(isOpen)

function Listener({ features, address }: { features: readonly ApplyLiveEvent[]; address: string }) {
  useLiveChannel({ features, onLive, address })
  const { data } = useQuery({ queryKey: ['files'], queryFn: read })
  return <output>{data}</output>
}

describe('the live channel', () => {
  it('sends the token, passes every event to every feature, and closes on unmount', async () => {
    keepToken('tok')
    const seen: (string | undefined)[] = []
    const closed = vi.fn<() => void>()
    await using server = await loopback((request, response) => {
      seen.push(request.headers.authorization)
      response.on('close', closed)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\nevent: file\ndata: {"id":"ab12"}\n\nevent: task\ndata: broken\n\n')
    })
    const [one, other] = [vi.fn<ApplyLiveEvent>(), vi.fn<ApplyLiveEvent>()]
    const features = [one, other]
    read.mockResolvedValue(1)
    const { unmount, queries } = await renderScreen(<Listener features={features} address={server.address} />)
    await waitFor(() => expect(other).toHaveBeenCalledTimes(2))
    expect(one.mock.calls).toEqual([
      [queries, { name: 'file', data: { id: 'ab12' } }],
      [queries, { name: 'task', data: undefined }],
    ])
    expect(seen).toEqual(['Bearer tok'])
    unmount()
    await waitFor(() => expect(closed).toHaveBeenCalled())
  })

  it('refetches visible queries after a reconnect, because events in between are lost', async () => {
    let connections = 0
    live.length = 0
    await using server = await loopback((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\n')
      if (++connections === 1) response.end()
    })
    read.mockReset().mockResolvedValueOnce(1).mockResolvedValue(2)
    await renderScreen(<Listener features={NONE} address={server.address} />)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2'), { timeout: 5000 })
    expect(connections).toBe(2)
    expect(live).toEqual([true, false, true])
  })

  it('refetches visible queries when refused, so that an ended session is detected', async () => {
    await using server = await loopback((_, response) => {
      response.statusCode = 401
      response.end()
    })
    read.mockReset().mockResolvedValueOnce(1).mockResolvedValue(2)
    await renderScreen(<Listener features={NONE} address={server.address} />)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2'))
  })
})
