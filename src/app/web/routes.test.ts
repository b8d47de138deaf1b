import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { forgetToken, keepToken, readToken } from '#ui/token.ts'
import { makeRouter } from './routes.tsx'
import { forgetLanding, recentLanding } from './shell/landing.ts'

const tokenUntil = (exp: unknown) => `h.${btoa(JSON.stringify({ exp }))}.s`
const GOOD = tokenUntil(4_000_000_000)

// Only the routes are tried here; the pages have tests of their own.
vi.mock('./shell/MainLayout.tsx', () => ({ MainLayout: () => null }))
vi.mock('./shell/FilesLayout.tsx', () => ({ FilesLayout: () => null }))
vi.mock('./pages/HomePage.tsx', () => ({ HomePage: () => null }))
vi.mock('./pages/FileListPage.tsx', () => ({ FileListPage: () => null }))
vi.mock('./pages/FilePage.tsx', () => ({ FilePage: () => null }))
vi.mock('./pages/ZapierAuthPage.tsx', () => ({ ZapierAuthPage: () => null }))

/** Where one who opens the address ends up. */
async function open(address: string, { base = '' } = {}): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [address] })
  await makeRouter({ history, base }).load()
  return history.location.href
}

const leaf = (address: string) => {
  const router = makeRouter({ history: createMemoryHistory({ initialEntries: [address] }) })
  const match = router.matchRoutes(router.latestLocation).at(-1)
  return { route: match?.routeId, search: match?.search, params: match?.params }
}

afterEach(() => {
  forgetToken()
  forgetLanding()
})

describe('the route table (A§2)', () => {
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
    ['/share/a-b_1', '/public/share/$token', {}],
    ['/?profile=open', '/main/', { profile: 'open' }],
    ['/member', '/$', {}],
    ['/share', '/$', {}],
    ['/web', '/$', {}],
    ['/nope', '/$', {}],
    ['/nope/and/more', '/$', {}],
  ])('%s is %s', (address, route, search) => {
    const found = leaf(address)
    expect(found.route).toBe(route)
    expect(found.search).toMatchObject(search)
  })

  it('hands a recording its id, and what is shared its token', () => {
    expect(leaf('/file/ab12').params).toMatchObject({ id: 'ab12' })
    expect(leaf('/share/a-b_1').params).toMatchObject({ token: 'a-b_1' })
  })
})

describe('an address that is no text', () => {
  it.each(['/%', '/file/%', '/file/%E0%A4%A', '/share/%', '/web12/member/%'])(
    '%s leads home, as every unknown one (A§2)',
    async (address) => {
      window.scrollTo = () => {}
      keepToken(GOOD)
      const base = address.startsWith('/web12') ? '/web12' : ''
      const history = createMemoryHistory({ initialEntries: [address] })
      await renderScreen(createElement(RouterProvider, { router: makeRouter({ history, base }) }))
      await waitFor(() => expect(history.location.href).toBe(`${base}/`))
      expect(history.length).toBe(1)
    },
  )
})

describe('the standalone pages (A§2)', () => {
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
    '/share/a-b_1',
  ])('%s is open to whoever has no token, at the root and below a base path', async (address) => {
    expect(await open(address)).toBe(address)
    expect(await open(`/web12${address}`, { base: '/web12' })).toBe(`/web12${address}`)
  })
})

describe('the route guard (A§2)', () => {
  it('keeps no notice in the way back: it has been shown then (A§2)', async () => {
    const words = 'code=-9999&alert=Moved&link=https%3A%2F%2Fa.example'
    const address = await open(`/file-list?${words}&tagId=7#at=7`)
    expect(new URL(address, 'http://x').searchParams.get('from_url')).toBe('/file-list?tagId=7#at=7')
    const asking = '/zapier-auth?client_id=z&code=1&state=2'
    expect(new URL(await open(asking), 'http://x').searchParams.get('from_url')).toBe(asking)
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
  ])('sends whoever has no token from %s to /login, with the way back', async (wanted) => {
    const address = await open(wanted)
    const url = new URL(address, 'http://x')
    expect(url.pathname).toBe('/login')
    expect(url.searchParams.get('from_url')).toBe(wanted)
  })

  it('keeps the base path on the way', async () => {
    const address = await open('/web12/file-list?tagId=7', { base: '/web12' })
    const url = new URL(address, 'http://x')
    expect(url.pathname).toBe('/web12/login')
    expect(url.searchParams.get('from_url')).toBe('/web12/file-list?tagId=7')
  })

  it('lets in whoever has a token that counts', async () => {
    keepToken(GOOD)
    expect(await open('/file-list?tagId=7')).toBe('/file-list?tagId=7')
  })

  it('leads a program that asks at / to /zapier-auth, with its query kept (A§2)', async () => {
    const asking = 'client_id=z&flag=auth&response_type=code&state=a+b%26c&redirect_uri=https%3A%2F%2Fz.example%2F'
    keepToken(GOOD)
    expect(await open(`/?${asking}`)).toBe(`/zapier-auth?${asking}`)
    expect(await open(`/web12/?${asking}`, { base: '/web12' })).toBe(`/web12/zapier-auth?${asking}`)
  })

  it.each(['flag=auth&response_type=code', 'client_id=z&response_type=code', 'client_id=z&flag=auth&response_type=token'])(
    'takes %s for no authorisation (A§2)',
    async (query) => {
      keepToken(GOOD)
      expect(await open(`/?${query}`)).toBe(`/?${query}`)
      expect(await open('/home?client_id=z&flag=auth&response_type=code')).toMatch(/^\/home/)
    },
  )

  it('sends whoever has no token from /zapier-auth to /login, with the full path they wanted (A§2)', async () => {
    const wanted = '/zapier-auth?client_id=z&flag=auth&response_type=code&state=a+b'
    for (const address of [wanted, wanted.replace('/zapier-auth', '/')]) {
      const url = new URL(await open(address), 'http://x')
      expect(url.pathname).toBe('/login')
      expect(url.searchParams.get('from_url')).toBe(wanted)
    }
    keepToken(GOOD)
    expect(await open(`/login?from_url=${encodeURIComponent(wanted)}`)).toBe(wanted)
  })

  it.each([tokenUntil(1), tokenUntil('soon'), 'nonsense'])('puts away a token that does not count (A§5): %s', async (token) => {
    keepToken(token)
    expect(await open('/home')).toMatch(/^\/login\?/)
    expect(readToken()).toBeUndefined()
  })

  it('leads an unknown path home (A§2), also below a base path', async () => {
    keepToken(GOOD)
    expect(await open('/nope/more?x=1')).toBe('/')
    expect(await open('/web12/nope', { base: '/web12' })).toMatch(/^\/web12\/?$/)
  })

  it('leads whoever is signed in from /login to what was wanted, never off the origin', async () => {
    keepToken(GOOD)
    expect(await open('/login?from_url=%2Ffile-list%3FtagId%3D7')).toBe('/file-list?tagId=7')
    expect(await open('/login?from_url=https%3A%2F%2Fevil.example%2Fx')).toBe('/')
    expect(await open('/login?from_url=%2F%2Fevil.example')).toBe('/')
    expect(await open('/login?from_url=%2Flogin')).toBe('/')
  })

  it('shows /login to whoever has no token', async () => {
    expect(await open('/login?setup=s3')).toBe('/login?setup=s3')
  })
})

describe('the way back from an identity provider', () => {
  it('leaves the address at once, and keeps where one wanted to go', async () => {
    expect(await open('/login#ticket=s3cret&from_url=%2Fweb12%2Ffile-list')).toBe('/login?from_url=%2Fweb12%2Ffile-list')
    expect(recentLanding()).toEqual({ ticket: 's3cret' })
  })

  it('keeps the words of the address beside it', async () => {
    expect(await open('/login?client=desktop&desktop_uuid=d1#sso_error=denied')).toBe('/login?client=desktop&desktop_uuid=d1')
    expect(recentLanding()).toEqual({ trouble: 'denied' })
  })

  it('is heard although somebody is signed in here already', async () => {
    keepToken(GOOD)
    expect(await open('/login#ticket=s3cret')).toBe('/login')
    forgetLanding()
    expect(await open('/login#sso_error=denied&from_url=%2Ffile-list')).toBe('/file-list')
    forgetLanding()
    expect(await open('/login#else')).toBe('/')
  })
})

describe('the desktop program that wants to be signed in (A§8)', () => {
  it('finds /login also when somebody is signed in', async () => {
    keepToken(GOOD)
    expect(await open('/login?client=desktop&desktop_uuid=d1')).toBe('/login?client=desktop&desktop_uuid=d1')
    expect(await open('/login?client=phone')).toBe('/')
  })
})
