import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { loopback } from '#test/screen/loopback.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { Refused } from '#kit/client.ts'
import { READ_ONLY, route } from '#kit/contract.ts'
import { z } from 'zod'
import { noteReadOnly } from './reachability.ts'
import { ReadOnlyBanner } from './ReadOnlyBanner.tsx'
import { makeSend } from './send.ts'
import { useExplain } from './useExplain.ts'

afterEach(() => act(() => noteReadOnly(false)))

const get = { method: 'GET', address: '/filetag/', headers: {}, body: undefined }
const said = () => screen.getByRole('status').textContent

describe('ReadOnlyBanner', () => {
  it('is shown while responses have the read-only header, and hidden after the first one without it', async () => {
    let readOnly = true
    await using there = await loopback((_request, response) => {
      if (readOnly) response.setHeader('x-read-only', '1')
      response.end('{"status":0}')
    })
    await renderScreen(<ReadOnlyBanner />)
    expect(said()).toBe('')
    const send = makeSend({ base: there.address })
    await act(() => send(get))
    expect(said()).toMatch(/almost out of disk space/)
    readOnly = false
    await act(() => send(get))
    expect(said()).toBe('')
  })

  it('has the same message as a refused call, instead of the message of the server', async () => {
    const spec = route({ method: 'POST', path: '/filetag/', access: 'signed-in', summary: '', reply: z.object({}) })
    const error = new Refused(spec, 200, { status: READ_ONLY.status, msg: READ_ONLY.says })
    const Explained = () => <p>{useExplain()(error).text}</p>
    await renderScreen(<Explained />)
    expect(screen.getByText(/almost out of disk space/)).toBeTruthy()
  })
})
