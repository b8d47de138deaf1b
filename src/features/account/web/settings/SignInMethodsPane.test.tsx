import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { saveToken, readToken } from '#browser/session/token.ts'
import { accountContract, codesContract, invitationsContract, reauthenticationContract, ssoContract } from '../../contract.ts'
import { SignInMethodsPane } from './SignInMethodsPane.tsx'

const GOOGLE = {
  id: 'i1',
  sso_type: 'google',
  name: 'Google',
  account: 'lena@gmail.com',
  linked_at: 1_700_000_000,
  last_used_at: 0,
}
const MICROSOFT = { id: 'microsoft', name: 'Microsoft', kind: 'microsoft' } as const
const session = {
  access_token: 'renewed',
  token_type: 'bearer',
  login_type: 'password',
  account: '',
  is_new_user: false,
  device_token: 'device of lena',
} as const
const SET_PASSWORD_REFUSALS = reauthenticationContract.setPassword.refusals

type Options = {
  password?: string
  email?: string
  relay?: boolean
  fresh?: boolean
  bound?: boolean
  signUp?: 'closed' | 'invite'
}

/** The sign-in methods of an account, in memory. Sensitive calls need reauthentication unless the session is fresh. */
function startServer({
  password = '',
  email = 'lena@example.org',
  relay = false,
  fresh = true,
  bound = true,
  signUp = 'closed',
}: Options) {
  const state = { password, fresh, bound, listed: true, invited: [] as string[] }
  const requireFreshSession = () => {
    if (!state.fresh)
      throw new MockError(ssoContract.unbind.refusals.notFresh.status, ssoContract.unbind.refusals.notFresh.message)
  }
  const invitation = (id: string) => ({ id, created_at: 1_700_000_000, expires_at: 1_700_600_000, is_used: false })
  const memoryServer = mockServer([
    handle(ssoContract.list, () => ({
      data: {
        email,
        is_relay: relay,
        has_password: state.password !== '',
        is_fresh: state.fresh,
        identities: state.listed ? [{ ...GOOGLE, is_bound: state.bound }] : [],
      },
    })),
    handle(accountContract.instance, () => ({
      data: {
        has_accounts: true,
        may_sign_up: false,
        sign_up: signUp,
        codes: 'mail' as const,
        providers: [{ id: 'google', name: 'Google', kind: 'google' as const }, MICROSOFT],
        privacy_version: '1',
      },
    })),
    handle(ssoContract.bind, ({ body }) => {
      requireFreshSession()
      return { data: { redirect_url: `https://id.example/${body.sso_type}` } }
    }),
    handle(ssoContract.unbind, () => {
      requireFreshSession()
      if (state.password === '' && relay) throw new MockError(ssoContract.unbind.refusals.lastSignInMethod.status)
      state.bound = false
      return {}
    }),
    handle(ssoContract.remove, () => {
      requireFreshSession()
      state.listed = false
      return {}
    }),
    handle(reauthenticationContract.confirm, ({ body }) => {
      const isCorrect = 'password' in body ? body.password === state.password : body.code === '123456'
      if (!isCorrect) throw new MockError(reauthenticationContract.confirm.refusals.wrong.status)
      state.fresh = true
      return {}
    }),
    handle(reauthenticationContract.setPassword, ({ body }) => {
      if (state.password !== '' && body.current_password !== state.password)
        throw new MockError(SET_PASSWORD_REFUSALS.wrong.status)
      if (body.password === 'password1') throw new MockError(SET_PASSWORD_REFUSALS.weak.status)
      if (state.password === '') requireFreshSession()
      state.password = body.password
      return { data: session }
    }),
    handle(codesContract.sendToProve, () => ({ token: 't1', data: { delivered: 'mail' as const } })),
    handle(invitationsContract.list, () => ({ data: state.invited.map(invitation) })),
    handle(invitationsContract.create, () => {
      if (state.invited.length > 0) throw new MockError(invitationsContract.create.refusals.tooMany.status)
      state.invited.push('v1')
      return { data: { ...invitation('v1'), link: 'https://ear.example/login?invitation=word' } }
    }),
    handle(invitationsContract.remove, () => {
      state.invited.pop()
      return {}
    }),
  ])
  return { state, ...memoryServer }
}

async function renderPane(options: Options = {}) {
  const server = startServer(options)
  const goTo = vi.fn<(address: string) => void>()
  const view = await renderWithProviders(<SignInMethodsPane goTo={goTo} />)
  await screen.findByText('Email')
  return { ...view, ...server, goTo }
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('the sign-in methods (A§7)', () => {
  it('redirect to the provider to connect one', async () => {
    const { user, goTo } = await renderPane()
    await user.click(await screen.findByRole('button', { name: 'Connect Microsoft' }))
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://id.example/microsoft'))
    expect(screen.queryByRole('button', { name: 'Connect Google' })).toBeNull()
  })

  it('can be disconnected and then deleted', async () => {
    const { user, state } = await renderPane()
    await user.click(await screen.findByRole('button', { name: 'Disconnect Google' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Google' }))
    expect(state.bound).toBe(false)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(state.listed).toBe(false))
    expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeTruthy()
  })

  it('keep the last one and explain why', async () => {
    const { requests } = await renderPane({ email: '', relay: true })
    const button = await screen.findByRole('button', { name: 'Disconnect Google' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain('last sign-in method')
    expect(requests.some((call) => call.includes('unbind'))).toBe(false)
  })

  it('show no relay address and explain it (A§3)', async () => {
    await renderPane({ email: 'apple-1@relay.invalid', relay: true })
    expect(screen.getByText(/no code can be sent to you/)).toBeTruthy()
    expect(screen.queryByText(/apple-1/)).toBeNull()
  })

  it('show no address that begins with apple-, although it can receive codes (B§3)', async () => {
    await renderPane({ email: 'apple-lena@example.org' })
    expect(await screen.findByText('For sign-in codes and notices.')).toBeTruthy()
    expect(screen.queryByText(/apple-lena/)).toBeNull()
  })
})

describe('when the session is not fresh', () => {
  it('asks for the password and then continues', async () => {
    const { user, state } = await renderPane({ password: 'correct horse', fresh: false })
    await user.click(await screen.findByRole('button', { name: 'Disconnect Google' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    await user.type(await within(dialog).findByLabelText('Password'), 'wrong{Enter}')
    expect(await within(dialog).findByText(/not correct/)).toBeTruthy()
    await user.clear(within(dialog).getByLabelText('Password'))
    await user.type(within(dialog).getByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(state.bound).toBe(false))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('accepts a code by e-mail if there is no password', async () => {
    const { user, goTo } = await renderPane({ fresh: false })
    await user.click(await screen.findByRole('button', { name: 'Connect Microsoft' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    await user.click(await within(dialog).findByRole('button', { name: 'Send code' }))
    await user.type(await within(dialog).findByLabelText('Code'), '123456{Enter}')
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce())
  })

  it('offers to sign in again if there is neither, and does nothing when the user cancels', async () => {
    const { user, goTo } = await renderPane({ email: '', relay: true, fresh: false })
    await user.click(await screen.findByRole('button', { name: 'Connect Microsoft' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    expect(await within(dialog).findByRole('button', { name: 'Sign in again' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(goTo).not.toHaveBeenCalled()
  })
})

describe('the password', () => {
  it('is changed with the old one, and the session gets a new token', async () => {
    saveToken('old')
    const { user, state } = await renderPane({ password: 'correct horse' })
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change password' })
    await user.type(within(dialog).getByLabelText('Current password'), 'nonsense')
    await user.type(within(dialog).getByLabelText('New password'), 'battery staple{Enter}')
    expect(await within(dialog).findByText(/not correct/)).toBeTruthy()
    expect(within(dialog).getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
    await user.clear(within(dialog).getByLabelText('Current password'))
    await user.type(within(dialog).getByLabelText('Current password'), 'correct horse{Enter}')
    await waitFor(() => expect(state.password).toBe('battery staple'))
    await waitFor(() => expect(readToken()).toBe('renewed'))
  })

  it('is refused with an explanation when it is short or common', async () => {
    const { user, requests } = await renderPane()
    await user.click(screen.getByRole('button', { name: 'Set a password' }))
    const dialog = await screen.findByRole('dialog', { name: 'Set a password' })
    await user.type(within(dialog).getByLabelText('New password'), 'short{Enter}')
    expect(await within(dialog).findByText('Use at least 8 characters.')).toBeTruthy()
    expect(requests.some((call) => call.includes('password/set'))).toBe(false)
    await user.clear(within(dialog).getByLabelText('New password'))
    await user.type(within(dialog).getByLabelText('New password'), 'password1{Enter}')
    expect(await within(dialog).findByText(/has been leaked/)).toBeTruthy()
  })
})

describe('invitations', () => {
  it('can be created, listed and deleted, and are refused with an explanation when there are too many', async () => {
    const { user, state } = await renderPane({ signUp: 'invite' })
    await user.click(await screen.findByRole('button', { name: 'Create link' }))
    expect(((await screen.findByLabelText(/shown only once/)) as HTMLInputElement).value).toContain('invitation=word')
    await screen.findByRole('button', { name: /Revoke the invitation/ })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create link' }).getAttribute('aria-busy')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect((await screen.findAllByText(/Too many invitations/)).length).toBeGreaterThan(0)
    await user.click(await screen.findByRole('button', { name: /Revoke the invitation/ }))
    await waitFor(() => expect(state.invited).toEqual([]))
  })

  it('are copied, or to be copied by hand where a page may not write to the clipboard (http on another machine)', async () => {
    const { user } = await renderPane({ signUp: 'invite' })
    await user.click(await screen.findByRole('button', { name: 'Create link' }))
    await user.click(await screen.findByRole('button', { name: 'Copy' }))
    expect((await screen.findAllByText('Link copied.')).length).toBeGreaterThan(0)
    expect(await navigator.clipboard.readText()).toContain('invitation=word')
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect((await screen.findAllByText(/Select the link and copy it/)).length).toBeGreaterThan(0)
  })

  it('are hidden if the server does not use them', async () => {
    await renderPane()
    await screen.findByRole('button', { name: 'Connect Microsoft' })
    expect(screen.queryByText('Invitations')).toBeNull()
  })
})

describe('the pane', () => {
  it('shows an error when the server fails, and works after a retry', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"status":-500,"msg":"x","request_id":"down"}', { status: 500 }))
    const { user } = await renderWithProviders(<SignInMethodsPane />)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('could not be loaded')
    startServer({})
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('lena@example.org')).toBeTruthy()
  })

  it('has no accessibility violations, including its dialogs', async () => {
    const { user } = await renderPane({ signUp: 'invite', password: 'correct horse' })
    await screen.findByRole('button', { name: 'Create link' })
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByRole('dialog')
    expect(await axeViolations()).toEqual([])
  })
})
