import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { CODE, PROVIDERS, TICKET, mockSignInServer } from '#test/screens/mockSignInServer.ts'
import type { SignInState } from '#test/screens/mockSignInServer.ts'
import { setItem } from '#browser/storage/storage.ts'
import { readToken } from '#browser/session/token.ts'
import { clearLogin, storeSession, readLastLogin } from '../sessions/authState.ts'
import { SignIn } from './SignIn.tsx'
import type { SignInProps } from './SignIn.tsx'

// Loads the lazy chunk before the first test.
beforeAll(async () => void (await import('../codes/CodeStep.tsx')))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const LENA = { accounts: { 'lena@example.org': 'correct horse' } }

async function renderPage(options: SignInState = LENA, props: Partial<SignInProps> = {}) {
  const server = mockSignInServer(options)
  const onSignedIn = vi.fn<() => void>()
  const view = await renderWithProviders(<SignIn onSignedIn={onSignedIn} {...props} />)
  await screen.findByRole('heading', { level: 1 })
  return { ...view, ...server, onSignedIn }
}

async function renderCodeStep(options: SignInState = LENA, props: Partial<SignInProps> = {}) {
  const view = await renderPage(options, props)
  if (!screen.queryByLabelText('Password')) await view.user.type(screen.getByLabelText('Email'), 'lena@example.org{Enter}')
  return { ...view, field: await screen.findByLabelText<HTMLInputElement>('6-digit code') }
}

const signOutAfter = (login_type: string, account = '') => {
  storeSession({ access_token: 't', login_type, account })
  clearLogin()
  setItem('tokenstr', '')
}

describe('signing in with a provider', () => {
  it('shows the configured providers with their logos, linked to the start of the sign-in', async () => {
    await renderPage({ ...LENA, providers: PROVIDERS }, { fromUrl: '/web12/file-list?tagId=7' })
    const links = screen.getAllByRole('link', { name: /Continue with/ })
    expect(links.map((link) => link.textContent)).toEqual(PROVIDERS.map(({ name }) => `Continue with ${name}`))
    expect(links.every((link) => link.querySelector('svg') !== null)).toBe(true)
    const start = new URL(links[0]?.getAttribute('href') ?? '', 'http://x')
    expect(start.pathname).toBe('/api/auth/sso/google/start')
    expect(Object.fromEntries(start.searchParams)).toEqual({ from_url: '/web12/file-list?tagId=7' })
    expect(await axeViolations()).toEqual([])
  })

  it('shows no providers if none is configured', async () => {
    await renderPage()
    expect(screen.queryByText('or')).toBeNull()
    expect(screen.queryByRole('link', { name: /Continue/ })).toBeNull()
  })

  it('shows that it navigates, and resets after the Back button', async () => {
    const { user } = await renderPage({ ...LENA, providers: PROVIDERS })
    const preventNavigation = vi.fn<(event: Event) => void>((event) => event.preventDefault())
    document.addEventListener('click', preventNavigation)
    const google = screen.getByRole('link', { name: 'Continue with Google' })
    await user.click(google)
    document.removeEventListener('click', preventNavigation)
    expect(google.getAttribute('aria-busy')).toBe('true')
    await act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(google.getAttribute('aria-busy')).toBeNull()
  })

  it.each([
    ['google', 'Continue with Google', 'link'],
    ['code', 'Send me a code', 'button'],
    ['password', 'Sign in', 'button'],
  ] as const)('marks the sign-in method used last: %s', async (type, name, role) => {
    signOutAfter(type, 'lena@example.org')
    await renderPage({ ...LENA, providers: PROVIDERS })
    const methodElement = screen.getByRole(role, { name: new RegExp(`^${name}`), description: 'last used' })
    expect(methodElement.textContent).toContain('last used')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('lena@example.org')
    expect(screen.getAllByText('last used')).toHaveLength(1)
    expect(await axeViolations()).toEqual([])
  })

  it('redeems the ticket with the cookie and without a token, and continues', async () => {
    setItem('tokenstr', 'token of another account')
    const server = mockSignInServer(LENA)
    const fetchSpy = vi.spyOn(globalThis, 'fetch')
    const onSignedIn = vi.fn<() => void>()
    await renderWithProviders(<SignIn onSignedIn={onSignedIn} ssoResult={{ ticket: TICKET }} />)
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(server.requests).toContain('POST /auth/sso-callback')
    const request = fetchSpy.mock.calls.find(([address]) => String(address).endsWith('sso-callback'))?.[1]
    expect(request?.credentials).toBe('same-origin')
    expect(request?.headers).not.toHaveProperty('authorization')
    expect([readToken(), readLastLogin()?.type]).toEqual(['token of lena@example.org', 'google'])
  })

  it('shows as a status above the form that a ticket was already used', async () => {
    await renderPage(LENA, { ssoResult: { ticket: 'used before' } })
    expect(screen.getByText(/has expired or was already used/).closest('[role="status"]')).not.toBeNull()
    expect(screen.getByLabelText('Email')).toBeTruthy()
    expect(readToken()).toBeUndefined()
  })

  it.each([
    ['denied', /was canceled/],
    ['failed', /did not work/],
    ['closed', /No account here uses that/],
    ['expired', /took too long/],
    ['unreachable', /is not responding/],
    ['busy', /Too many attempts/],
    ['<b>constructor</b>', /did not work/],
    ['constructor', /did not work/],
  ])('shows why the sign-in failed: %s', async (errorCode, words) => {
    await renderPage(LENA, { ssoResult: { errorCode } })
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })
})

describe('signing in with a code', () => {
  it('asks for six digits and submits them automatically', async () => {
    const { user, field, onSignedIn, requestBodies } = await renderCodeStep()
    expect(screen.getByText('We sent a code to lena@example.org.')).toBeTruthy()
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code'])
    expect(document.activeElement).toBe(field)
    expect(await axeViolations()).toEqual([])
    await user.keyboard(CODE)
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(requestBodies.at(-1)).toEqual({ token: 'code 1', code: CODE })
    expect(readLastLogin()).toEqual({ type: 'code', account: 'lena@example.org' })
  })

  it.each(['123 456', ' 123-456\n', '１２３４５６'])('accepts pasted digits in any format: %j', async (pasted) => {
    const { user, onSignedIn } = await renderCodeStep()
    await user.paste(pasted)
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  })

  it('shows that the code is wrong, and selects it for retyping', async () => {
    const { user, field, onSignedIn } = await renderCodeStep()
    await user.keyboard('000000')
    expect(await screen.findByText(/wrong or has expired/)).toBeTruthy()
    expect([field.selectionStart, field.selectionEnd, document.activeElement]).toEqual([0, 6, field])
    await user.keyboard(CODE)
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  })

  it('shows where to find the code when the server sends no mail', async () => {
    const options = { ...LENA, codes: 'log' as const }
    const { user } = await renderPage(options)
    await user.type(screen.getByLabelText('Email'), 'lena@example.org')
    await user.click(screen.getByRole('button', { name: 'Send me a code' }))
    await user.click(screen.getByRole('button', { name: 'Send me a code' }))
    expect(await screen.findByText(/is in the server log/)).toBeTruthy()
  })

  it('sends another code after 30 seconds, and shows so', async () => {
    const { user, requestBodies } = await renderCodeStep()
    expect(screen.getByText(/New code in (30|29)\ss/)).toBeTruthy()
    vi.setSystemTime(Date.now() + 31_000)
    await user.click(await screen.findByRole('button', { name: 'Send new code' }))
    expect(await screen.findByText(/We sent a new code/)).toBeTruthy()
    expect(requestBodies.filter((body) => 'username' in body)).toHaveLength(2)
  })

  it('says why another code could not be sent, after a wrong code too', async () => {
    const { user, field } = await renderCodeStep()
    for (let sent = 1; sent <= 2; sent++) {
      vi.setSystemTime(Date.now() + 31_000)
      await user.click(await screen.findByRole('button', { name: 'Send new code' }))
      await screen.findByText(/We sent a new code/)
    }
    await user.type(field, '000000')
    expect(await screen.findByText(/This code is wrong/)).toBeTruthy()
    vi.setSystemTime(Date.now() + 31_000)
    await user.click(await screen.findByRole('button', { name: 'Send new code' }))
    expect(await screen.findByText(/Too many attempts/)).toBeTruthy()
    expect(screen.queryByText(/This code is wrong/)).toBeNull()
  })

  it('goes back to the typed address', async () => {
    const { user } = await renderCodeStep()
    await user.click(screen.getByRole('button', { name: 'Use another email' }))
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    expect([email.value, document.activeElement]).toEqual(['lena@example.org', email])
  })

  it('shows how long to wait (429)', async () => {
    const { user } = await renderCodeStep()
    for (let sent = 1; sent <= 2; sent++) {
      await user.click(screen.getByRole('button', { name: 'Use another email' }))
      await user.keyboard('{Enter}')
      await screen.findByLabelText('6-digit code')
    }
    await user.click(screen.getByRole('button', { name: 'Use another email' }))
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/Too many attempts. Try again in 1\smin 30\ss\./)).toBeTruthy()
  })

  it('switches to a password and back without losing the address', async () => {
    const { user } = await renderPage()
    await user.type(screen.getByLabelText('Email'), 'lena@example.org')
    await user.click(screen.getByRole('button', { name: 'Use a password' }))
    expect(screen.getByLabelText('Password')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('lena@example.org')
    await user.click(screen.getByRole('button', { name: 'Send me a code' }))
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  it('asks for the address without calling the server', async () => {
    const { user, requestBodies } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'Send me a code' }))
    expect(await screen.findByText(/full email address/)).toBeTruthy()
    expect([document.activeElement, requestBodies]).toEqual([screen.getByLabelText('Email'), []])
  })
})

describe('an invitation', () => {
  const options = { ...LENA, signUp: 'invite' as const, invitation: 'inv1', providers: PROVIDERS }

  it('allows sign-up with every method', async () => {
    const { user, requestBodies } = await renderPage(options, { invitation: 'inv1', fromUrl: '/' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create account')
    expect(screen.getByRole('link', { name: 'Continue with Apple' }).getAttribute('href')).toContain('invitation=inv1')
    expect(screen.getByText(/By creating an account/)).toBeTruthy()
    await user.type(screen.getByLabelText('Email'), 'new@example.org{Enter}')
    await screen.findByLabelText('6-digit code')
    expect(requestBodies[0]).toMatchObject({ username: 'new@example.org', invitation: 'inv1', lang: 'en_US' })
    await user.click(screen.getByRole('button', { name: 'Use another email' }))
    await user.click(screen.getByRole('button', { name: 'Use a password' }))
    await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
    await waitFor(() => expect(requestBodies.at(-1)).toMatchObject({ email: 'new@example.org', invitation: 'inv1' }))
  })

  it('shows that it is no longer valid, and still allows sign-in', async () => {
    await renderPage(options, { invitation: 'old' })
    expect(screen.getByText(/invitation has expired/)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in')
  })

  it('is required for sign-up if sign-up is by invitation', async () => {
    await renderPage(options)
    expect(screen.getByText(/New accounts need an invitation/)).toBeTruthy()
    expect(screen.queryByText(/By creating an account/)).toBeNull()
  })
})
