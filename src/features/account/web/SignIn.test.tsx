import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { readToken } from '#ui/token.ts'
import { accountContract } from '../contract.ts'
import { SignIn } from './SignIn.tsx'

type Told = { setup_token?: string; email: string; password: string }

/** A server of one account in memory, which answers in the contract's words; it stands where the network would. */
function serverWith(options: { accounts?: Record<string, string>; signUp?: boolean; setupToken?: string; tries?: number } = {}) {
  const accounts = new Map(Object.entries(options.accounts ?? {}))
  const seen: { path: string; body: Told }[] = []
  const no = (status: number, msg: string, httpStatus = 200, more = {}) => ({
    httpStatus,
    body: { status, msg, request_id: 'r1', ...more },
  })
  const refuse = ({ status, says }: { status: number; says: string }) => no(status, says)
  const yes = (more: object) => ({ httpStatus: 200, body: { status: 0, msg: 'success', request_id: 'r1', ...more } })
  const signedIn = (email: string) => yes({ data: { access_token: `token of ${email}`, token_type: 'bearer' } })
  const signUp = ({ email, password, setup_token }: Told) => {
    const open = accounts.size > 0 ? options.signUp : options.signUp || setup_token === options.setupToken
    if (!open) return refuse(accountContract.signUp.refusals.notOpen)
    if (accounts.has(email)) return refuse(accountContract.signUp.refusals.emailTaken)
    accounts.set(email, password)
    return signedIn(email)
  }
  let tries = 0
  const signIn = ({ email, password }: Told) => {
    if (++tries > (options.tries ?? 99)) return refuse(accountContract.signIn.refusals.tooManyTries)
    return accounts.get(email) === password ? signedIn(email) : refuse(accountContract.signIn.refusals.wrong)
  }
  const answer = (path: string, body: unknown) => {
    if (path === '/api/auth/instance')
      return yes({ data: { has_accounts: accounts.size > 0, may_sign_up: options.signUp ?? false } })
    const spec = path.endsWith('sign-up') ? accountContract.signUp : accountContract.signIn
    const parsed = spec.body.safeParse(body)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return no(-422, issue?.message ?? '', 422, { field: ['body', ...(issue?.path ?? [])].join('.') })
    }
    seen.push({ path, body: parsed.data })
    return spec === accountContract.signUp ? signUp(parsed.data) : signIn(parsed.data)
  }
  vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
    const { httpStatus, body } = answer(path, typeof request.body === 'string' ? JSON.parse(request.body) : undefined)
    return new Response(JSON.stringify(body), { status: httpStatus })
  })
  return { seen, accounts }
}

async function page(setupToken?: string) {
  const onSignedIn = vi.fn<() => void>()
  const view = await renderScreen(<SignIn setupToken={setupToken} onSignedIn={onSignedIn} />)
  await screen.findByRole('heading', { level: 1 })
  const fill = async (email: string, password: string) => {
    const fields = { email: screen.queryByLabelText('Email'), password: screen.queryByLabelText('Password') }
    if (fields.email && email) await view.user.type(fields.email, email)
    if (fields.password && password) await view.user.type(fields.password, `${password}{Enter}`)
  }
  return { ...view, onSignedIn, fill }
}

const said = (field: string) => {
  const input = screen.getByLabelText(field)
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('signing in', () => {
  it('keeps the token and leads on; Enter is enough', async () => {
    serverWith({ accounts: { 'lena@example.org': 'correct horse' } })
    const { fill, onSignedIn } = await page()
    await fill('Lena@Example.org ', 'correct horse')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(readToken()).toBe('token of lena@example.org')
  })

  it('says at the password that e-mail and password do not match, and puts the focus there', async () => {
    serverWith({ accounts: { 'lena@example.org': 'correct horse' } })
    const { fill, onSignedIn } = await page()
    await fill('lena@example.org', 'wrong horse')
    await waitFor(() => expect(said('Password')).toContain('do not match'))
    expect(screen.getByLabelText('Password')).toBe(document.activeElement)
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
    expect(onSignedIn).not.toHaveBeenCalled()
    expect(readToken()).toBeUndefined()
  })

  it('says that there were too many tries', async () => {
    serverWith({ accounts: { 'lena@example.org': 'correct horse' }, tries: 0 })
    const { fill } = await page()
    await fill('lena@example.org', 'correct horse')
    await waitFor(() => expect(said('Password')).toContain('Too many tries'))
  })

  it('asks for what is missing without asking the server', async () => {
    const { seen } = serverWith({ accounts: { 'lena@example.org': 'x' } })
    const { user } = await page()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(said('Email')).toContain('full email address'))
    expect(said('Password')).toContain('Enter your password')
    expect(screen.getByLabelText('Email')).toBe(document.activeElement)
    expect(seen).toEqual([])
  })

  it('shows the server that fails with its request id, and lets one try again', async () => {
    serverWith({ accounts: { 'lena@example.org': 'correct horse' } })
    const { fill, user, onSignedIn } = await page()
    const working = globalThis.fetch
    vi.stubGlobal('fetch', async () => new Response('{"status":-500,"msg":"x","request_id":"abc123"}', { status: 500 }))
    await fill('lena@example.org', 'correct horse')
    expect((await screen.findByText(/abc123/)).closest('[role="alert"]')).not.toBeNull()
    vi.stubGlobal('fetch', working)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  })

  it('can be filled in by a password keeper, and shows the password when asked to', async () => {
    serverWith({ accounts: { 'lena@example.org': 'x' } })
    const { user } = await page()
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username')
    const password = screen.getByLabelText('Password')
    expect([password.getAttribute('autocomplete'), password.getAttribute('type')]).toEqual(['current-password', 'password'])
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password.getAttribute('type')).toBe('password')
  })

  it('says that new accounts are closed, and offers none', async () => {
    serverWith({ accounts: { 'lena@example.org': 'x' }, signUp: false })
    await page()
    expect(screen.getByText('This server takes no new accounts.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  })

  it('offers to try again when the server is away', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"status":-500,"msg":"x","request_id":"down"}', { status: 500 }))
    const { user } = await renderScreen(<SignIn onSignedIn={() => {}} />)
    const alert = await screen.findByRole('alert')
    serverWith({ accounts: { 'lena@example.org': 'x' } })
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  })
})

describe('making an account', () => {
  const open = { accounts: { 'lena@example.org': 'correct horse' }, signUp: true }

  it('is one press away where sign-up is open, and keeps what was typed', async () => {
    const { accounts } = serverWith(open)
    const { user, fill, onSignedIn } = await page()
    await user.type(screen.getByLabelText('Email'), 'new@example.org')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create account')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password')
    await fill('', 'long enough')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(accounts.get('new@example.org')).toBe('long enough')
  })

  it('says at the e-mail that there is an account already', async () => {
    serverWith(open)
    const { user, fill } = await page()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await fill('lena@example.org', 'long enough')
    await waitFor(() => expect(said('Email')).toContain('already an account'))
    expect(screen.getByLabelText('Email')).toBe(document.activeElement)
  })

  it('says how long a password must be, also when it is the server that refuses it (422)', async () => {
    const { seen } = serverWith(open)
    const { user, fill } = await page()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await fill('new@example.org', 'short')
    await waitFor(() => expect(said('Password')).toContain('at least 8 characters'))
    expect(seen).toEqual([])
    const refused = { status: -422, msg: 'Login_password_short', field: 'body.password', request_id: 'r' }
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refused), { status: 422 }))
    await user.type(screen.getByLabelText('Password'), 'er and longer{Enter}')
    await waitFor(() => expect(said('Password')).toContain('at least 8 characters'))
  })

  it('says so when sign-up was closed in the meantime', async () => {
    serverWith(open)
    const { user, fill } = await page()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    serverWith({ ...open, signUp: false })
    await fill('new@example.org', 'long enough')
    expect((await screen.findByText(/takes no new accounts\. Ask/)).closest('[role="alert"]')).not.toBeNull()
  })
})

describe('the first account of a server', () => {
  it('is made with the word of the setup link', async () => {
    const { seen } = serverWith({ setupToken: 's3cret' })
    const { fill, onSignedIn } = await page('s3cret')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create the first account')
    await fill('first@example.org', 'long enough')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(seen[0]?.body.setup_token).toBe('s3cret')
  })

  it('is refused with a wrong setup link, in words that say which link is right', async () => {
    serverWith({ setupToken: 's3cret' })
    const { fill } = await page('guessed')
    await fill('first@example.org', 'long enough')
    expect(await screen.findByText(/setup link does not work/)).toBeTruthy()
  })

  it('needs no link on the machine itself', async () => {
    serverWith({ signUp: true })
    await page()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create the first account')
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })

  it('cannot be made from elsewhere without the link: the page says where to find it', async () => {
    serverWith({ setupToken: 's3cret' })
    await page()
    expect(screen.getByText(/Open the setup link from its log/)).toBeTruthy()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})

describe('the sign-in page', () => {
  it('has nothing an accessibility checker objects to, empty and with its complaints', async () => {
    serverWith({ accounts: { 'lena@example.org': 'x' }, signUp: true })
    const { user, container } = await page()
    expect(await offences(container)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(said('Email')).toContain('full email address'))
    expect(await offences(container)).toEqual([])
  })
})

async function offences(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, { rules: { 'color-contrast': { enabled: false } } })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
