import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { saveToken, readToken } from '#browser/session/token.ts'
import { privacyContract, sessionsContract } from '../../contract.ts'
import { ConsentRows } from './ConsentRows.tsx'
import { PolicyScreen } from './PolicyScreen.tsx'

type Agreed = { country: string; privacy_version: string; is_marketing_agreement: boolean; agreed_at: number }

function startServer(
  version = '2',
  agreed: Agreed | null = { country: 'FR', privacy_version: '1', is_marketing_agreement: false, agreed_at: 1_700_000_000 },
) {
  const state = { version, agreed, source: '' }
  const memoryServer = mockServer([
    handle(privacyContract.country, () => ({
      data: {
        country: state.agreed?.country ?? '',
        privacy_version: state.version,
        has_new_privacy: state.agreed?.privacy_version !== state.version,
        agreed: state.agreed,
      },
    })),
    handle(privacyContract.location, () => ({ data: { country: 'DE', source: 'network' as const } })),
    handle(privacyContract.agree, ({ body: { source, ...body } }) => {
      if (body.privacy_version !== state.version) throw new MockError(privacyContract.agree.refusals.otherVersion.status)
      state.agreed = { ...body, agreed_at: 1_800_000_000 }
      state.source = source
      return {}
    }),
    handle(sessionsContract.signOut, () => ({})),
  ])
  return { state, ...memoryServer }
}

async function renderDialog(server = startServer(), suggested = 'France') {
  const memoryServer = { agreed: vi.fn<() => void>(), signedOut: vi.fn<() => void>(), closed: vi.fn<() => void>() }
  const view = await renderWithProviders(
    <PolicyScreen open onClose={memoryServer.closed} onAgreed={memoryServer.agreed} onSignedOut={memoryServer.signedOut} />,
  )
  const country = await screen.findByRole('combobox', { name: 'Country' })
  await waitFor(() => expect(country.textContent).toBe(suggested))
  return { ...view, ...server, ...memoryServer }
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('a new privacy policy (A§2, A§4, A§7)', () => {
  it('suggests the country of the last agreement, and the detected one before the first (A§7)', async () => {
    const suggested = () => screen.getByRole('combobox', { name: 'Country' }).textContent
    const { unmount } = await renderDialog()
    expect(suggested()).toBe('France')
    unmount()
    await renderDialog(startServer('2', null), 'Germany')
    expect(suggested()).toBe('Germany')
  })

  it('shows the version, suggests the country, and leaves marketing e-mails off', async () => {
    await renderDialog()
    expect(screen.getByText(/Version 2 is now in effect. You agreed to 1/)).toBeTruthy()
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
    expect(screen.getByRole('link', { name: 'Read the policy' }).getAttribute('href')).toBe('/privacy')
  })

  it('records country, version, choice of marketing e-mails and source', async () => {
    const { user, state, agreed } = await renderDialog()
    await user.click(screen.getByRole('combobox', { name: 'Country' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'switz{Enter}')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Country' }).textContent).toBe('Switzerland'))
    await user.click(screen.getByRole('switch'))
    await user.click(screen.getByRole('button', { name: 'Agree' }))
    await waitFor(() => expect(agreed).toHaveBeenCalledOnce())
    expect(state.agreed).toMatchObject({ country: 'CH', privacy_version: '2', is_marketing_agreement: true })
    expect(state.source).toBe('web')
  })

  it('cannot be dismissed', async () => {
    const { user, closed } = await renderDialog()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    expect(closed).not.toHaveBeenCalled()
  })

  it('signs out after a confirmation when it is declined', async () => {
    saveToken('tok')
    const { user, state, signedOut } = await renderDialog()
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Your recordings stay')
    await user.click(within(question).getByRole('button', { name: 'Decline and sign out' }))
    await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
    expect([readToken(), state.agreed?.privacy_version]).toEqual([undefined, '1'])
  })

  it('is loaded again when it changed in the meantime', async () => {
    const { user, state, agreed } = await renderDialog()
    state.version = '3'
    await user.click(screen.getByRole('button', { name: 'Agree' }))
    expect(await screen.findByText(/changed in the meantime/)).toBeTruthy()
    expect(await screen.findByText(/Version 3 is now in effect/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Agree' }))
    await waitFor(() => expect(agreed).toHaveBeenCalledOnce())
  })

  it('has no accessibility violations', async () => {
    await renderDialog()
    expect(await axeViolations()).toEqual([])
  })
})

describe('the recorded consent', () => {
  it('is shown with version, date and country; changing marketing e-mails records the same version again', async () => {
    const { state } = startServer('1')
    const { user } = await renderWithProviders(<ConsentRows />)
    expect(await screen.findByText('Agreed to version 1 on November 14, 2023')).toBeTruthy()
    expect(screen.getByText('France')).toBeTruthy()
    await user.click(screen.getByRole('switch'))
    await waitFor(() => expect(state.agreed).toMatchObject({ country: 'FR', privacy_version: '1', is_marketing_agreement: true }))
    await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true'))
  })

  it('shows the stored choice again when a change fails', async () => {
    startServer('1')
    const { user } = await renderWithProviders(<ConsentRows />)
    await screen.findByRole('switch')
    const originalFetch = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      if (request.method === 'POST') throw new TypeError('no network')
      return originalFetch(path, request)
    })
    await user.click(screen.getByRole('switch'))
    expect((await screen.findAllByText(/Your choice was not saved/)).length).toBeGreaterThan(0)
    await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false'))
  })
})

describe('the recorded consent without a country', () => {
  it('needs a country before marketing e-mails can be changed', async () => {
    const { state } = startServer('1', {
      country: '',
      privacy_version: '1',
      is_marketing_agreement: false,
      agreed_at: 1_700_000_000,
    })
    const { user } = await renderWithProviders(<ConsentRows />)
    const country = await screen.findByLabelText('Country')
    expect(
      screen.getByRole('switch').getAttribute('aria-disabled') ?? screen.getByRole('switch').getAttribute('data-disabled'),
    ).not.toBeNull()
    await user.selectOptions(country, 'DE')
    await waitFor(() => expect(state.agreed?.country).toBe('DE'))
    await waitFor(() => expect(screen.getByRole('switch').hasAttribute('data-disabled')).toBe(false))
    await user.click(screen.getByRole('switch'))
    await waitFor(() => expect(state.agreed).toMatchObject({ country: 'DE', is_marketing_agreement: true }))
  })
})
