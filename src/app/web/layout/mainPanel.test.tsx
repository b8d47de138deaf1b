import { act, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestRouter } from '#test/screens/createTestRouter.ts'
import { renderLayout } from '#test/screens/renderLayout.tsx'
import { closeDialog, isDialogOpen } from '#ui/dialog/openDialog.ts'
import { getMainPanel, getAppLocation } from '../routing/appLocation.ts'

/** Returns the location that the router of the app finds at an address. */
function locate(address: string) {
  const { router } = createTestRouter(address)
  const { pathname, search, hash } = router.latestLocation
  return getAppLocation(router.matchRoutes(pathname, search).at(-1), hash)
}
const getPanel = () => screen.getByRole('main').dataset['panel']

beforeEach(() => void vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('the view of the main panel (A§2)', () => {
  it.each([
    ['/file-list', true, 'emptyload'],
    ['/file-list?categoryId=trash', undefined, 'emptyload'],
    ['/file-list', false, 'free'],
    ['/file/ab12', true, 'filedetail'],
    ['/file/ab12', false, 'filedetail'],
    ['/community-templates', true, 'templateCommunity'],
    ['/?profile=open', true, 'setting'],
    ['/file/ab12?profile=open#integration', true, 'setting'],
    ['/#integration', true, 'explore'],
    ['/file/ab12#integration', true, 'explore'],
    ['/community-templates#integration', false, 'explore'],
    ['/', true, undefined],
    ['/home#elsewhere', false, undefined],
    ['/ask', true, undefined],
    ['/search', true, undefined],
    ['/member/index?profile=closed', true, undefined],
  ] as const)('at %s for member %s is %s', (address, isMember, expected) => {
    expect(getMainPanel(locate(address), isMember)).toBe(expected)
  })

  it('is filedetail even if the id in the path cannot be decoded', async () => {
    expect(locate('/file/%25')).toMatchObject({ page: 'file', fileId: '%' })
    await renderLayout('/file/%25')
    expect(getPanel()).toBe('filedetail')
  })

  it('is set on the main area, and explore replaces the page', async () => {
    const { navigateTo, user, sidebar, currentAddress } = await renderLayout('/file-list?categoryId=trash', { isMember: false })
    expect(getPanel()).toBe('free')
    await user.click(within(sidebar()).getByRole('link', { name: 'Explore' }))
    await waitFor(() => expect(getPanel()).toBe('explore'))
    expect(currentAddress()).toBe('/file-list?categoryId=trash#integration')
    expect(screen.getByRole('main').textContent).toBe('what Earshot works with')
    expect(document.activeElement).toBe(screen.getByRole('main'))
    expect(screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual(['Explore'])
    await navigateTo('/file/ab12')
    expect(getPanel()).toBe('filedetail')
    await navigateTo('/ask?profile=open')
    expect(getPanel()).toBe('setting')
    expect(screen.getByRole('main').textContent).toBe('ask')
  })
})

describe('the command palette and the sync status', () => {
  it('are in the sidebar, and in a bar above the page while the sidebar is hidden', async () => {
    const { user, sidebar } = await renderLayout('/')
    expect(screen.getAllByText('sync')).toEqual([within(sidebar()).getByText('sync')])
    await user.click(within(sidebar()).getByRole('button', { name: /^Search or go to/ }))
    expect(isDialogOpen('palette')).toBe(true)
    act(() => closeDialog('palette'))
    await user.keyboard('[[')
    expect(screen.getByText('sync').closest('header')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Search or go to/ }))
    expect(isDialogOpen('palette')).toBe(true)
  })
})

describe('the right sidebar (A§2)', () => {
  const getRightSidebar = () => screen.queryByRole('complementary', { name: 'Right sidebar' })

  it('is closed at first, opens and closes by its button and by ], and restores the stored state', async () => {
    const first = await renderLayout('/')
    expect(getRightSidebar()).toBeNull()
    await first.user.click(screen.getByRole('button', { name: 'Right sidebar' }))
    expect(getRightSidebar()?.textContent).toContain('upsell')
    expect(document.activeElement).toBe(getRightSidebar())
    first.unmount()
    const second = await renderLayout('/')
    expect(getRightSidebar()).toBeTruthy()
    await second.user.click(screen.getByRole('button', { name: 'Close right sidebar' }))
    expect(getRightSidebar()).toBeNull()
    await second.user.keyboard(']')
    expect(getRightSidebar()).toBeTruthy()
    await second.user.keyboard('{Escape}')
    expect(getRightSidebar()).toBeNull()
    expect(localStorage.getItem('earshot_rightSidebar')).toContain('false')
  })

  it('opens only on request on a narrow screen, and closes with the page', async () => {
    localStorage.setItem('earshot_rightSidebar', JSON.stringify({ value: true, expires: null }))
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
    const { user, navigateTo } = await renderLayout('/')
    expect(getRightSidebar()).toBeNull()
    act(() => screen.getByRole('main').focus())
    await user.keyboard(']')
    expect(getRightSidebar()).toBeTruthy()
    await navigateTo('/ask')
    expect(getRightSidebar()).toBeNull()
  })

  it('has no accessibility violations', async () => {
    const { container, user } = await renderLayout('/')
    await user.keyboard(']')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
  })
})
