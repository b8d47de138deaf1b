import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { saveToken, readToken } from '#browser/session/token.ts'
import { ssoContract } from '../contract.ts'
import { useReturnFromProvider } from './AccountBackground.tsx'

function Page({ onReturn }: { onReturn: () => void }) {
  useReturnFromProvider(onReturn)
  return null
}

async function renderAt(hash: string) {
  history.replaceState(null, '', `/?profile=open${hash}`)
  saveToken('old')
  const onReturn = vi.fn<() => void>()
  await renderWithProviders(<Page onReturn={onReturn} />)
  return { onReturn }
}

const session = {
  access_token: 'renewed',
  token_type: 'bearer',
  login_type: 'google',
  account: '',
  is_new_user: false,
  device_token: 'device',
} as const

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

describe('returning from a provider', () => {
  it('removes the ticket from the URL, opens the sign-in methods and stores the new token', async () => {
    const tickets: string[] = []
    mockServer([
      handle(ssoContract.finishBind, ({ body }) => {
        tickets.push(body.ticket)
        return { data: session }
      }),
    ])
    const { onReturn } = await renderAt('#bind_ticket=t-1')
    expect([onReturn.mock.calls.length, location.hash, location.search]).toEqual([1, '', '?profile=open'])
    await waitFor(() => expect(readToken()).toBe('renewed'))
    expect(tickets).toEqual(['t-1'])
    expect((await screen.findAllByText(/You can now sign in with it/)).length).toBeGreaterThan(0)
  })

  it('explains why it was not connected, and keeps the session', async () => {
    mockServer([
      handle(ssoContract.finishBind, () => {
        throw new MockError(ssoContract.finishBind.refusals.taken.status)
      }),
    ])
    await renderAt('#bind_ticket=t-1')
    expect((await screen.findAllByText(/already belongs to another account/)).length).toBeGreaterThan(0)
    expect(readToken()).toBe('old')
  })

  it('explains the error code in the URL, and treats any other as a failure', async () => {
    await renderAt('#sso_error=denied')
    expect((await screen.findAllByText(/you canceled at the provider/)).length).toBeGreaterThan(0)
    await renderAt('#sso_error=nonsense')
    expect((await screen.findAllByText(/sent an invalid response/)).length).toBeGreaterThan(0)
  })

  it('does not change any other URL', async () => {
    const { onReturn } = await renderAt('#t=12')
    expect([onReturn.mock.calls.length, location.hash]).toEqual([0, '#t=12'])
  })
})
