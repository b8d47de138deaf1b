import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { mockMembershipServer } from '#test/screens/mockMembershipServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { readRedDots } from '#browser/storage/redDots.ts'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { ExplorePanel } from './ExplorePanel.tsx'

async function renderPanel(initialUrl: string, downloads: { base?: string } = {}) {
  mockMembershipServer({ downloads })
  const { page, address } = withRouter(<ExplorePanel />, initialUrl)
  const view = await renderWithProviders(page)
  await Promise.all([loadNamespace('integrations'), loadNamespace('site')])
  return { ...view, address }
}

afterEach(() => {
  closeDialogs('openDesktop', 'download', 'settings')
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('explore panel (A§2)', () => {
  it('shows the integrations and returns to the page below when closed', async () => {
    const { user, address } = await renderPanel('/file-list?categoryId=trash#integration', {
      base: 'https://programs.example.org',
    })
    expect(await screen.findByText(/Not connected. Start in Zapier/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Open the desktop app' }))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await user.click(screen.getByRole('button', { name: 'Open privacy settings' }))
    expect((['openDesktop', 'download', 'settings'] as const).map(getOpenDialog)).toEqual([{}, {}, { pane: 'privacy' }])
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(
      expect.arrayContaining(['/zapier-doc', '/api/openapi.json', '/audiouploadintro', '/common?from=web', '/appfaq']),
    )
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Close Explore' }))
    await waitFor(() => expect(address()).toBe('/file-list?categoryId=trash'))
  })

  it('offers no desktop app where there is none', async () => {
    await renderPanel('/#integration')
    expect(await screen.findByText(/Not connected. Start in Zapier/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it('removes the red dot of the connections only (A§4)', async () => {
    await renderPanel('/#integration')
    await waitFor(() => expect(readRedDots('u1')).toEqual({ feedbackBoard: true, automation: false }))
  })
})
