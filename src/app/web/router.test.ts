import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { setToastRenderer } from '#ui/toast/toastQueue.ts'
import { clearToken, saveToken, readToken } from '#browser/session/token.ts'
import { createAppRouter } from './router.tsx'
import { clearSsoResult, getSsoResult } from '#features/account/web.tsx'

const makeToken = (exp: unknown) => `h.${btoa(JSON.stringify({ exp }))}.s`
const VALID_TOKEN = makeToken(4_000_000_000)

// This file tests the routes only; the pages have their own tests.
vi.mock('./layout/MainLayout.tsx', () => ({ MainLayout: () => null }))
vi.mock('#features/library/web/panes/FilesLayout.tsx', () => ({ FilesLayout: () => null }))
vi.mock('#features/library/web/home/HomePage.tsx', () => ({ HomePage: () => null }))
vi.mock('#features/library/web/panes/NoOpenRecording.tsx', () => ({ NoOpenRecording: () => null }))
vi.mock('#features/library/web/page/FilePage.tsx', () => ({ FilePage: () => null }))
vi.mock('#features/integrations/web/ZapierAuthPage.tsx', () => ({ ZapierAuthPage: () => null }))

/** Opens a URL and returns the URL after all redirects. */
async function openUrl(address: string, { base = '' } = {}): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [address] })
  await createAppRouter({ history, base }).load()
  return history.location.href
}

const matchLeaf = (address: string) => {
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [address] }) })
  const match = router.matchRoutes(router.latestLocation).at(-1)
  return { route: match?.routeId, search: match?.search, params: match?.params }
}

afterEach(() => {
  clearToken()
  clearSsoResult()
})

describe('route table (A§2)', () => {
  it.each([
    ['/', '/main/', {}],
    ['/home', '/main/home', {}],
    ['/file-list', '/main/files/file-list', {}],
    ['/file-list?tagId=123', '/main/files/file-list', { tagId: '123' }],
    ['/file-list?categoryId=trash&x=1', '/main/files/file-list', { categoryId: 'trash' }],
    ['/file/ab12', '/main/files/file/$id', {}],
    ['/login?from_url=%2Fhome&setup=s3', '/login', { from_url: '/home', setup: 's3' }],
    [
      '/login?invitation=i1&client=desktop&desktop_uuid=d1',
      '/login',
      { invitation: 'i1', client: 'desktop', desktop_uuid: 'd1' },
    ],
    ['/zapier-auth?client_id=z&state=1', '/zapier-auth', { client_id: 'z', state: '1' }],
    ['/community-templates?template_id=t1', '/main/community-templates', { template_id: 't1' }],
    ['/community-templates?template_id=%3Cb%3E', '/main/community-templates', { template_id: undefined }],
    ['/search?q=budget', '/main/search', { q: 'budget' }],
    ['/ask', '/main/ask', {}],
    ['/member/index?from=menu', '/main/member/index', { from: 'menu' }],
    ['/member/purchase?from=menu', '/main/member/purchase', { from: 'menu' }],
    ['/member/billings', '/main/member/billings', {}],
    ['/member/history', '/main/member/history', {}],
    ['/member/manage', '/main/member/manage', {}],
    ['/zapier-doc', '/public/zapier-doc', {}],
    ['/launch-desktop?desktop_uuid=d1', '/public/launch-desktop', { desktop_uuid: 'd1' }],
    ['/applink', '/public/applink', {}],
    ['/audiouploadintro', '/public/audiouploadintro', {}],
    ['/buydetail', '/public/buydetail', {}],
    ['/common?from=web', '/public/common', { from: 'web' }],
    ['/cookie-policy', '/public/cookie-policy', {}],
    ['/download', '/public/download', {}],
    ['/privacy', '/public/privacy', {}],
    ['/shortlink?to=%2Fprivacy', '/public/shortlink', { to: '/privacy' }],
    ['/templatelink?template_id=t1', '/public/templatelink', { template_id: 't1' }],
    ['/transdetail', '/public/transdetail', {}],
    ['/user-agreement', '/public/user-agreement', {}],
    ['/userdetail', '/public/userdetail', {}],
    ['/appfaq', '/public/appfaq', {}],
    ['/?profile=open', '/main/', { profile: 'open' }],
    ['/member', '/$', {}],
    ['/share', '/$', {}],
    ['/share/a-b_1', '/$', {}],
    ['/web', '/$', {}],
    ['/nope', '/$', {}],
    ['/nope/and/more', '/$', {}],
  ])('matches %s with the route %s', (address, route, search) => {
    const leafMatch = matchLeaf(address)
    expect(leafMatch.route).toBe(route)
    expect(leafMatch.search).toMatchObject(search)
  })

  it('passes the id of a recording', () => {
    expect(matchLeaf('/file/ab12').params).toMatchObject({ id: 'ab12' })
  })
})

describe('an unknown path, or one with invalid percent-encoding', () => {
  it.each(['/nope/more?x=1', '/web12/nope', '/%', '/file/%', '/file/%E0%A4%A', '/share/%', '/web12/member/%'])(
    'redirects %s to the home page, which says so (A§2)',
    async (address) => {
      const shown: string[] = []
      const disconnect = setToastRenderer({ add: ({ text }) => shown.push(text), close: () => {} })
      await loadMessages('app')
      window.scrollTo = () => {}
      saveToken(VALID_TOKEN)
      const base = address.startsWith('/web12') ? '/web12' : ''
      const history = createMemoryHistory({ initialEntries: [address] })
      await renderWithProviders(createElement(RouterProvider, { router: createAppRouter({ history, base }) }))
      await waitFor(() => expect(history.location.href).toBe(`${base}/`))
      expect(history.length).toBe(1)
      disconnect()
      expect(new Set(shown)).toEqual(new Set(['This address does not exist. Here is Home.']))
    },
  )
})

describe('standalone pages (A§2)', () => {
  it.each([
    '/zapier-doc',
    '/launch-desktop',
    '/applink',
    '/audiouploadintro',
    '/buydetail',
    '/common?from=web',
    '/cookie-policy',
    '/download',
    '/privacy',
    '/shortlink?to=%2Fprivacy',
    '/transdetail',
    '/user-agreement',
    '/userdetail',
    '/appfaq#part',
  ])('opens %s without a token, at the root and below a base path', async (address) => {
    expect(await openUrl(address)).toBe(address)
    expect(await openUrl(`/web12${address}`, { base: '/web12' })).toBe(`/web12${address}`)
  })
})

describe('route guard (A§2)', () => {
  it('removes a notice from the return path because it has already been shown (A§2)', async () => {
    const noticeQuery = 'code=-9999&alert=Moved&link=https%3A%2F%2Fa.example'
    const address = await openUrl(`/file-list?${noticeQuery}&tagId=7#at=7`)
    expect(new URL(address, 'http://x').searchParams.get('from_url')).toBe('/file-list?tagId=7#at=7')
    const authorizationRequest = '/zapier-auth?client_id=z&code=1&state=2'
    expect(new URL(await openUrl(authorizationRequest), 'http://x').searchParams.get('from_url')).toBe(authorizationRequest)
  })

  it.each([
    '/',
    '/home',
    '/#integration',
    '/?profile=open',
    '/file-list?categoryId=trash',
    '/file/ab12#at=7',
    '/community-templates?template_id=t1',
    '/search?q=budget',
    '/ask',
    '/member/index?from=menu',
    '/member/purchase?from=menu',
    '/member/billings',
    '/member/history',
    '/member/manage',
  ])('redirects from %s to /login with the return path when there is no token', async (requestedPath) => {
    const address = await openUrl(requestedPath)
    const url = new URL(address, 'http://x')
    expect(url.pathname).toBe('/login')
    expect(url.searchParams.get('from_url')).toBe(requestedPath)
  })

  it('keeps the base path in the redirect', async () => {
    const address = await openUrl('/web12/file-list?tagId=7', { base: '/web12' })
    const url = new URL(address, 'http://x')
    expect(url.pathname).toBe('/web12/login')
    expect(url.searchParams.get('from_url')).toBe('/web12/file-list?tagId=7')
  })

  it('opens the page when the token is valid', async () => {
    saveToken(VALID_TOKEN)
    expect(await openUrl('/file-list?tagId=7')).toBe('/file-list?tagId=7')
  })

  it('redirects an authorization request at / to /zapier-auth and keeps its query (A§2)', async () => {
    const authorizationRequest = 'client_id=z&flag=auth&response_type=code&state=a+b%26c&redirect_uri=https%3A%2F%2Fz.example%2F'
    saveToken(VALID_TOKEN)
    expect(await openUrl(`/?${authorizationRequest}`)).toBe(`/zapier-auth?${authorizationRequest}`)
    expect(await openUrl(`/web12/?${authorizationRequest}`, { base: '/web12' })).toBe(
      `/web12/zapier-auth?${authorizationRequest}`,
    )
  })

  it.each(['flag=auth&response_type=code', 'client_id=z&response_type=code', 'client_id=z&flag=auth&response_type=token'])(
    'does not treat %s as an authorization request (A§2)',
    async (query) => {
      saveToken(VALID_TOKEN)
      expect(await openUrl(`/?${query}`)).toBe(`/?${query}`)
      expect(await openUrl('/home?client_id=z&flag=auth&response_type=code')).toMatch(/^\/home/)
    },
  )

  it('redirects from /zapier-auth to /login with the full requested path when there is no token (A§2)', async () => {
    const requestedPath = '/zapier-auth?client_id=z&flag=auth&response_type=code&state=a+b'
    for (const address of [requestedPath, requestedPath.replace('/zapier-auth', '/')]) {
      const url = new URL(await openUrl(address), 'http://x')
      expect(url.pathname).toBe('/login')
      expect(url.searchParams.get('from_url')).toBe(requestedPath)
    }
    saveToken(VALID_TOKEN)
    expect(await openUrl(`/login?from_url=${encodeURIComponent(requestedPath)}`)).toBe(requestedPath)
  })

  it.each([makeToken(1), makeToken('soon'), 'nonsense'])('removes an invalid token (A§5): %s', async (token) => {
    saveToken(token)
    expect(await openUrl('/home')).toMatch(/^\/login\?/)
    expect(readToken()).toBeUndefined()
  })

  it('redirects a signed-in user from /login to the requested page, never to another origin', async () => {
    saveToken(VALID_TOKEN)
    expect(await openUrl('/login?from_url=%2Ffile-list%3FtagId%3D7')).toBe('/file-list?tagId=7')
    expect(await openUrl('/login?from_url=https%3A%2F%2Fevil.example%2Fx')).toBe('/')
    expect(await openUrl('/login?from_url=%2F%2Fevil.example')).toBe('/')
    expect(await openUrl('/login?from_url=%2Flogin')).toBe('/')
  })

  it('shows /login when there is no token', async () => {
    expect(await openUrl('/login?setup=s3')).toBe('/login?setup=s3')
  })
})

describe('return from an identity provider', () => {
  it('removes the result from the URL at once and keeps the requested page', async () => {
    expect(await openUrl('/login#ticket=s3cret&from_url=%2Fweb12%2Ffile-list')).toBe('/login?from_url=%2Fweb12%2Ffile-list')
    expect(getSsoResult()).toEqual({ ticket: 's3cret' })
  })

  it('keeps the other query parameters', async () => {
    expect(await openUrl('/login?client=desktop&desktop_uuid=d1#sso_error=denied')).toBe('/login?client=desktop&desktop_uuid=d1')
    expect(getSsoResult()).toEqual({ errorCode: 'denied' })
  })

  it('accepts the result when a user is already signed in', async () => {
    saveToken(VALID_TOKEN)
    expect(await openUrl('/login#ticket=s3cret')).toBe('/login')
    clearSsoResult()
    expect(await openUrl('/login#sso_error=denied&from_url=%2Ffile-list')).toBe('/file-list')
    clearSsoResult()
    expect(await openUrl('/login#else')).toBe('/')
  })
})

describe('sign-in of the desktop program (A§8)', () => {
  it('opens /login when a user is already signed in', async () => {
    saveToken(VALID_TOKEN)
    expect(await openUrl('/login?client=desktop&desktop_uuid=d1')).toBe('/login?client=desktop&desktop_uuid=d1')
    expect(await openUrl('/login?client=phone')).toBe('/')
  })
})
