import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { PROVIDERS, mockSignInServer } from '#test/screens/mockSignInServer.ts'
import { readToken } from '#browser/session/token.ts'
import { storeSession } from '../sessions/authState.ts'
import { SignIn } from './SignIn.tsx'

async function renderPage(setupToken?: string) {
  // The page starts with the sign-in method used last.
  storeSession({ access_token: '', login_type: 'password', account: '' })
  const onSignedIn = vi.fn<() => void>()
  const view = await renderWithProviders(<SignIn setupToken={setupToken} onSignedIn={onSignedIn} />)
  await screen.findByRole('heading', { level: 1 })
  const fill = async (email: string, password: string) => {
    const fields = { email: screen.queryByLabelText('Email'), password: screen.queryByLabelText('Password') }
    if (fields.email && email) await view.user.type(fields.email, email)
    if (fields.password && password) await view.user.type(fields.password, `${password}{Enter}`)
  }
  return { ...view, onSignedIn, fill }
}

const descriptionOf = (field: string) => {
  const input = screen.getByLabelText(field)
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('signing in', () => {
  it('stores the token and continues after pressing Enter', async () => {
    mockSignInServer({ accounts: { 'lena@example.org': 'correct horse' } })
    const { fill, onSignedIn } = await renderPage()
    await fill('Lena@Example.org ', 'correct horse')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(readToken()).toBe('token of lena@example.org')
  })

  it('shows at the password that e-mail and password do not match, and focuses it', async () => {
    mockSignInServer({ accounts: { 'lena@example.org': 'correct horse' } })
    const { fill, onSignedIn } = await renderPage()
    await fill('lena@example.org', 'wrong horse')
    await waitFor(() => expect(descriptionOf('Password')).toContain('Wrong email or password'))
    expect(screen.getByLabelText('Password')).toBe(document.activeElement)
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
    expect(onSignedIn).not.toHaveBeenCalled()
    expect(readToken()).toBeUndefined()
  })

  it('shows that there were too many attempts', async () => {
    mockSignInServer({ accounts: { 'lena@example.org': 'correct horse' }, passwordTries: 0 })
    const { fill } = await renderPage()
    await fill('lena@example.org', 'correct horse')
    await waitFor(() => expect(descriptionOf('Password')).toContain('Too many attempts. Try again in 1\u00a0min 30\u00a0s.'))
  })

  it('shows missing input without calling the server', async () => {
    const { requestBodies } = mockSignInServer({ accounts: { 'lena@example.org': 'x' } })
    const { user } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(descriptionOf('Email')).toContain('full email address'))
    expect(descriptionOf('Password')).toContain('Enter your password')
    expect(screen.getByLabelText('Email')).toBe(document.activeElement)
    expect(requestBodies).toEqual([])
  })

  it('shows a server error with its request id, and works after a retry', async () => {
    mockSignInServer({ accounts: { 'lena@example.org': 'correct horse' } })
    const { fill, user, onSignedIn } = await renderPage()
    const originalFetch = globalThis.fetch
    vi.stubGlobal('fetch', async () => new Response('{"status":-500,"msg":"x","request_id":"abc123"}', { status: 500 }))
    await fill('lena@example.org', 'correct horse')
    expect((await screen.findByText(/abc123/)).closest('[role="alert"]')).not.toBeNull()
    vi.stubGlobal('fetch', originalFetch)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  })

  it('supports password managers, and shows the password on request', async () => {
    mockSignInServer({ accounts: { 'lena@example.org': 'x' } })
    const { user } = await renderPage()
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username')
    const password = screen.getByLabelText('Password')
    expect([password.getAttribute('autocomplete'), password.getAttribute('type')]).toEqual(['current-password', 'password'])
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password.getAttribute('type')).toBe('password')
  })

  it('shows that sign-up is closed, and offers no sign-up', async () => {
    mockSignInServer({ accounts: { 'lena@example.org': 'x' }, signUp: 'closed' })
    await renderPage()
    expect(screen.getByText('This server does not accept new accounts.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  })

  it('offers a retry when the server fails', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"status":-500,"msg":"x","request_id":"down"}', { status: 500 }))
    const { user } = await renderWithProviders(<SignIn onSignedIn={() => {}} />)
    const alert = await screen.findByRole('alert')
    mockSignInServer({ accounts: { 'lena@example.org': 'x' } })
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  })
})

describe('creating an account', () => {
  const open = { accounts: { 'lena@example.org': 'correct horse' }, signUp: 'open' as const }

  it('needs one click if sign-up is open, and keeps the input', async () => {
    const { accounts } = mockSignInServer(open)
    const { user, fill, onSignedIn } = await renderPage()
    await user.type(screen.getByLabelText('Email'), 'new@example.org')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create account')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password')
    await fill('', 'long enough')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(accounts.get('new@example.org')).toBe('long enough')
  })

  it('shows at the e-mail field that the account exists', async () => {
    mockSignInServer(open)
    const { user, fill } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await fill('lena@example.org', 'long enough')
    await waitFor(() => expect(descriptionOf('Email')).toContain('already exists'))
    expect(screen.getByLabelText('Email')).toBe(document.activeElement)
  })

  it('shows the minimum length of a password, also when the server refuses it (422)', async () => {
    const { requestBodies } = mockSignInServer(open)
    const { user, fill } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await fill('new@example.org', 'short')
    await waitFor(() => expect(descriptionOf('Password')).toContain('at least 8 characters'))
    expect(requestBodies).toEqual([])
    const refused = { status: -422, msg: 'Too short.', field: 'body.password', reason: 'too_small', request_id: 'r' }
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refused), { status: 422 }))
    await user.type(screen.getByLabelText('Password'), 'er and longer{Enter}')
    await waitFor(() => expect(descriptionOf('Password')).toContain('at least 8 characters'))
  })

  it('shows that a password is too common', async () => {
    mockSignInServer(open)
    const { user, fill } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await fill('new@example.org', 'password')
    await waitFor(() => expect(descriptionOf('Password')).toContain('too common'))
  })

  it('shows the consent with links to both documents, only for sign-up', async () => {
    mockSignInServer(open)
    const { user } = await renderPage()
    expect(screen.queryByText(/By creating an account/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(screen.getByText(/By creating an account you agree to the/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'user agreement' }).getAttribute('href')).toBe('/user-agreement')
  })

  it('shows an error when sign-up was closed in the meantime', async () => {
    mockSignInServer(open)
    const { user, fill } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    mockSignInServer({ ...open, signUp: 'closed' })
    await fill('new@example.org', 'long enough')
    expect((await screen.findByText(/does not accept new accounts\. Ask/)).closest('[role="alert"]')).not.toBeNull()
  })
})

describe('the first account of a server', () => {
  it('is created with the token of the setup link', async () => {
    const { requestBodies } = mockSignInServer({ setupToken: 's3cret' })
    const { fill, onSignedIn } = await renderPage('s3cret')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create the first account')
    await fill('first@example.org', 'long enough')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(requestBodies[0]?.['setup_token']).toBe('s3cret')
  })

  it('is refused with a wrong setup link, and the error explains which link is right', async () => {
    mockSignInServer({ setupToken: 's3cret' })
    const { fill } = await renderPage('guessed')
    await fill('first@example.org', 'long enough')
    expect(await screen.findByText(/setup link is not valid/)).toBeTruthy()
  })

  it('can also be created with a provider and the token of the link (A§2)', async () => {
    mockSignInServer({ setupToken: 's3cret', providers: PROVIDERS })
    await renderPage('s3cret')
    const google = screen.getByRole('link', { name: 'Continue with Google' })
    expect(google.getAttribute('href')).toBe('/api/auth/sso/google/start?from_url=%2F&setup=s3cret')
    expect(screen.getByLabelText('Password')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/privacy')
  })

  it("needs no link on the server's own machine", async () => {
    mockSignInServer()
    await renderPage()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create the first account')
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })

  it('cannot be created remotely without the link, and the page explains where to find it', async () => {
    mockSignInServer({ setupToken: 's3cret' })
    await renderPage()
    expect(screen.getByText(/Open the setup link from the server log/)).toBeTruthy()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})

describe('the sign-in page', () => {
  it('has no accessibility violations, empty and with errors', async () => {
    mockSignInServer({ accounts: { 'lena@example.org': 'x' }, signUp: 'open' })
    const { user } = await renderPage()
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(descriptionOf('Email')).toContain('full email address'))
    expect(await axeViolations()).toEqual([])
  })
})
