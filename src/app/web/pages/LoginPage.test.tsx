import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { PROVIDERS, mockSignInServer } from '#test/screens/mockSignInServer.ts'
import { STORAGE_KEYS, storageKey } from '#browser/storage/storage.ts'
import { saveToken } from '#browser/session/token.ts'
import { validateLoginSearch } from '#features/account/web.tsx'
import { parsePlainSearch, stringifyPlainSearch } from '#browser/routing/plainSearch.ts'
import { LoginPage } from './LoginPage.tsx'

const TOKEN = `h.${btoa(JSON.stringify({ sub: 'lena', jti: '1', exp: 4_000_000_000 }))}.s`

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Renders the sign-in page at its path; every other path renders a heading only. */
async function renderLoginAt(query: string) {
  window.scrollTo = () => {}
  mockSignInServer({ accounts: { 'lena@example.org': 'correct horse' }, providers: PROVIDERS, codes: 'log' })
  const rootRoute = createRootRoute()
  const loginRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: 'login',
    validateSearch: validateLoginSearch,
    component: LoginPage,
  })
  const otherRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => <h1>elsewhere</h1> })
  const history = createMemoryHistory({ initialEntries: [`/login${query}`] })
  const router = createRouter({
    routeTree: rootRoute.addChildren([loginRoute, otherRoute]),
    history,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
  })
  const view = await renderWithProviders(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'Sign in' })
  return { ...view, where: () => history.location.href }
}

describe('sign-in page (A§2 /login)', () => {
  it('opens the requested page after sign-in', async () => {
    const { user, where } = await renderLoginAt('?from_url=%2Ffile%2F1%3Ftab%3Dsummary')
    await user.type(screen.getByLabelText('Email'), 'lena@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(where()).toBe('/file/1?tab=summary'))
  })

  it('never redirects to another origin', async () => {
    const { user, where } = await renderLoginAt('?from_url=https%3A%2F%2Fevil.example%2Ffile%2F1')
    await user.type(screen.getByLabelText('Email'), 'lena@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(where()).not.toContain('/login'))
    expect(where()).not.toContain('evil')
  })

  it('passes the requested page to the sign-in with a provider', async () => {
    await renderLoginAt('?from_url=%2Ffile%2F1')
    const start = new URL(screen.getByRole('link', { name: 'Continue with Google' }).getAttribute('href') ?? '', 'http://x')
    expect([start.pathname, start.searchParams.get('from_url')]).toEqual(['/api/auth/sso/google/start', '/file/1'])
  })

  it('continues when the user signs in in another tab', async () => {
    const { where } = await renderLoginAt('?from_url=%2Ffile%2F1')
    saveToken(TOKEN)
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: storageKey(STORAGE_KEYS.token) })))
    await waitFor(() => expect(where()).toBe('/file/1'))
  })

  it('stays when another tab stores another key', async () => {
    const { where } = await renderLoginAt('?from_url=%2Ffile%2F1')
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: storageKey(STORAGE_KEYS.theme) })))
    expect(where()).toContain('/login')
  })
})
