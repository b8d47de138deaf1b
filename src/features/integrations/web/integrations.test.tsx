import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { meReply } from '#test/screens/aUser.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { privacyContract } from '#features/account/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { integrationsContract } from '../contract.ts'
import { Connections } from './settings/Connections.tsx'
import { ZapierAuth, ZapierAuthPage } from './ZapierAuthPage.tsx'

const QUERY = {
  client_id: 'z',
  flag: 'auth',
  response_type: 'code',
  redirect_uri: 'https://evil.example/',
  state: 's',
  scope: 'profile files:read',
  code_challenge: 'c',
  code_challenge_method: 'S256',
}
const NOT_CONNECTED = { is_available: true, connected: false, scopes: [], connected_at: null, last_used_at: null }
const CONNECTED = {
  ...NOT_CONNECTED,
  connected: true,
  scopes: ['profile'],
  connected_at: 1_767_225_600,
  last_used_at: 1_767_225_600,
}
const BACK = 'https://zapier.example/back?code=eac_1&state=s'

type MockReplies = { connection?: typeof NOT_CONNECTED | typeof CONNECTED; authorize?: () => { data: { redirect_url: string } } }

function mockIntegrations({
  connection = NOT_CONNECTED,
  authorize = () => ({ data: { redirect_url: BACK } }),
}: MockReplies = {}) {
  let current = connection
  return mockServer([
    handle(integrationsContract.connection, () => ({ data: current })),
    handle(integrationsContract.authorize, authorize),
    handle(integrationsContract.disconnect, () => {
      current = NOT_CONNECTED
      return {}
    }),
  ])
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function renderPage(query: Record<string, string> = QUERY) {
  const callbacks = { home: vi.fn<() => void>(), opened: vi.fn<(address: string) => void>() }
  const view = await renderWithProviders(
    <ZapierAuth query={query} account="anna@example.org" onHome={callbacks.home} openAddress={callbacks.opened} />,
  )
  await loadMessages('integrations')
  return { ...view, ...callbacks }
}

describe('the authorisation page (A§2 /zapier-auth)', () => {
  it('shows the program, the scopes and the account, without accessibility violations', async () => {
    mockIntegrations()
    await renderPage()
    expect(await screen.findByRole('heading', { name: 'Give Zapier access to your account?' })).toBeTruthy()
    expect(screen.getByText('You are signed in as anna@example.org.')).toBeTruthy()
    const scopeList = screen.getByRole('list', { name: 'Zapier will be able to:' })
    expect([...scopeList.children].map((item) => item.textContent)).toEqual([
      'See your name and your email address',
      'Read your recordings, transcripts and summaries',
    ])
    expect(screen.getByText(/Access lasts 90 days/)).toBeTruthy()
    expect(document.title).toBe('Give Zapier access to your account? · Earshot')
    expect(await axeViolations()).toEqual([])
  })

  it('redirects to the URL from the server, never to the one in the query', async () => {
    const { requests } = mockIntegrations()
    const { user, opened } = await renderPage()
    await user.click(await screen.findByRole('button', { name: 'Allow' }))
    await waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith(BACK))
    expect(screen.getByText('Returning to Zapier…')).toBeTruthy()
    const query = new URL(requests.at(-1)?.split(' ')[1] ?? '', 'http://x').searchParams
    expect(Object.fromEntries(query)).toEqual(QUERY)
  })

  it('sends no authorization when the user cancels', async () => {
    const { requests } = mockIntegrations()
    const { user, home, opened } = await renderPage()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(home).toHaveBeenCalledOnce()
    expect(opened).not.toHaveBeenCalled()
    expect(requests).toEqual(['GET /auth/apps/zapier/connection'])
  })

  it('shows an error without a redirect when the program is not the registered one', async () => {
    const { notThisProgram } = integrationsContract.authorize.refusals
    mockIntegrations({
      authorize: () => {
        throw new MockError(notThisProgram.status, notThisProgram.message)
      },
    })
    const { user, opened, home } = await renderPage()
    await user.click(await screen.findByRole('button', { name: 'Allow' }))
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
    expect(opened).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Go to Earshot' }))
    expect(home).toHaveBeenCalledOnce()
  })

  it.each([
    ['a program', { client_id: undefined }],
    ['the flag', { flag: undefined }],
    ['the flag auth', { flag: 'other' }],
    ['a response type', { response_type: undefined }],
    ['the response type code', { response_type: 'token' }],
    ['a scope there is', { scope: 'everything' }],
  ])('shows an error without %s (A§2)', async (_, change) => {
    mockIntegrations()
    const query = Object.fromEntries(Object.entries({ ...QUERY, ...change }).filter((pair) => pair[1] !== undefined))
    await renderPage(query as Record<string, string>)
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  })

  it('accepts a request with nothing but client_id, flag and response_type (A§2)', async () => {
    mockIntegrations()
    const { user, opened } = await renderPage({ client_id: 'z', flag: 'auth', response_type: 'code' })
    await user.click(await screen.findByRole('button', { name: 'Allow' }))
    await waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith(BACK))
  })

  it('shows when the program is not configured', async () => {
    mockIntegrations({ connection: { ...NOT_CONNECTED, is_available: false } })
    await renderPage()
    expect(await screen.findByRole('heading', { name: 'Zapier is not set up here' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  })

  it('shows when it was requested too often, and can be requested again', async () => {
    mockIntegrations({
      authorize: () => {
        throw new MockError(429, 'too many requests')
      },
    })
    const { user } = await renderPage()
    await user.click(await screen.findByRole('button', { name: 'Allow' }))
    expect(await screen.findByText('Too many requests. Try again in a minute.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Allow' }).getAttribute('aria-busy')).toBeNull()
  })
})

describe('the authorisation page without its account', () => {
  it('shows the failure, and the question after another try', async () => {
    const state = { isDown: true }
    mockServer([
      handle(integrationsContract.connection, () => ({ data: NOT_CONNECTED })),
      handle(profileContract.me, () => {
        if (state.isDown) throw new MockError(-500)
        return meReply({})
      }),
    ])
    await loadMessages('integrations')
    const address = `/zapier-auth?${new URLSearchParams(QUERY)}`
    const { user } = await renderWithProviders(withRouter(<ZapierAuthPage />, address).page)
    expect(await screen.findByRole('alert')).toBeTruthy()
    state.isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Allow' })).toBeTruthy()
  })
})

describe('the authorisation page while a new privacy policy waits (A§2, A§4)', () => {
  it('asks for consent first, and cannot authorise before', async () => {
    const state = { isAgreed: false }
    const { requests } = mockServer([
      handle(integrationsContract.connection, () => ({ data: NOT_CONNECTED })),
      handle(profileContract.me, () => meReply({ has_new_privacy: !state.isAgreed })),
      handle(privacyContract.country, () => ({
        data: { country: 'FR', privacy_version: '2', has_new_privacy: !state.isAgreed, agreed: null },
      })),
      handle(privacyContract.location, () => ({ data: { country: '', source: 'unknown' as const } })),
      handle(privacyContract.agree, () => {
        state.isAgreed = true
        return {}
      }),
    ])
    await loadMessages('integrations')
    const address = `/zapier-auth?${new URLSearchParams(QUERY)}`
    const { user } = await renderWithProviders(withRouter(<ZapierAuthPage />, address).page)
    await user.click(await screen.findByRole('button', { name: 'Agree' }))
    expect(await screen.findByRole('button', { name: 'Allow' })).toBeTruthy()
    expect(requests).toContain('POST /user/privacy/agreement')
  })
})

describe('the connections in the settings', () => {
  it('show a connected program, and disconnect it after confirmation', async () => {
    const { requests } = mockIntegrations({ connection: CONNECTED })
    const { user } = await renderWithProviders(<Connections />)
    expect(await screen.findByText(/Connected since .*2026 · Last used:/)).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Disconnect Zapier' }))
    await screen.findByRole('alertdialog', { name: 'Disconnect Zapier?' })
    expect(requests).not.toContain('DELETE /auth/apps/zapier/connection')
    await user.click(screen.getByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByText(/^Not connected/)).toBeTruthy()
    expect(requests).toContain('DELETE /auth/apps/zapier/connection')
    expect(screen.queryByRole('button', { name: 'Disconnect Zapier' })).toBeNull()
  })

  it('show how to connect when nothing is connected', async () => {
    mockIntegrations()
    await renderWithProviders(<Connections />)
    expect(await screen.findByText(/^Not connected\. Start in Zapier/)).toBeTruthy()
  })

  it('show when the program is not configured', async () => {
    mockIntegrations({ connection: { ...NOT_CONNECTED, is_available: false } })
    await renderWithProviders(<Connections />)
    expect(await screen.findByText('The administrator of this server has not set it up.')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('show when they could not be loaded, with a button to try again', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network')
    })
    await renderWithProviders(<Connections />)
    expect(await screen.findByText('The connections could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
