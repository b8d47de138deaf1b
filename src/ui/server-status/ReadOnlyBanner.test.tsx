import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { startCorsServer } from '#test/screens/startCorsServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { Refused } from '#shared/client.ts'
import { READ_ONLY, route } from '#shared/contract.ts'
import { z } from 'zod/mini'
import { setReadOnly } from '#browser/http/reachability.ts'
import { ReadOnlyBanner } from './ReadOnlyBanner.tsx'
import { createSend } from '#browser/http/send.ts'
import { useExplainError } from '../feedback/useExplainError.ts'

afterEach(() => act(() => setReadOnly(false)))

const get = { method: 'GET', address: '/filetag/', headers: {}, body: undefined }
const bannerText = () => screen.getByRole('status').textContent

describe('ReadOnlyBanner', () => {
  it('is shown while responses have the read-only header, and hidden after the first one without it', async () => {
    let readOnly = true
    await using server = await startCorsServer((_request, response) => {
      if (readOnly) response.setHeader('x-read-only', '1')
      response.end('{"status":0}')
    })
    await renderWithProviders(<ReadOnlyBanner />)
    expect(bannerText()).toBe('')
    const send = createSend({ base: server.address })
    await act(() => send(get))
    expect(bannerText()).toMatch(/almost out of storage/)
    readOnly = false
    await act(() => send(get))
    expect(bannerText()).toBe('')
  })

  it('has the same message as a refused call, instead of the message of the server', async () => {
    const routeSpec = route({ method: 'POST', path: '/filetag/', access: 'signed-in', summary: '', reply: z.object({}) })
    const error = new Refused(routeSpec, 200, { status: READ_ONLY.status, msg: READ_ONLY.message })
    const Explained = () => <p>{useExplainError()(error).text}</p>
    await renderWithProviders(<Explained />)
    expect(screen.getByText(/almost out of storage/)).toBeTruthy()
  })
})
