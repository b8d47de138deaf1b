import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { mockMembershipServer } from '#test/screens/mockMembershipServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { readRedDots } from '#browser/storage/redDots.ts'
import { loadNamespace } from '../i18n.ts'
import { NO_ACTIONS, ShellActionsContext } from '../layout/ShellActions.ts'
import { AskPage } from './AskPage.tsx'
import { ExplorePanel } from './explore/ExplorePanel.tsx'
import { TemplatesPage } from './TemplatesPage.tsx'

async function renderPage(element: ReactNode, initialUrl: string) {
  mockMembershipServer()
  const actions = {
    startRecording: vi.fn<() => void>(),
    openDownload: vi.fn<() => void>(),
    openSettings: vi.fn<(pane?: string) => void>(),
  }
  const { page, address } = withRouter(
    <ShellActionsContext value={{ ...NO_ACTIONS, ...actions }}>{element}</ShellActionsContext>,
    initialUrl,
  )
  const view = await renderWithProviders(page)
  await loadNamespace('pages')
  return { ...view, ...actions, address }
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('/ask', () => {
  it('shows that asking comes later, links to summaries and search, and has no input field', async () => {
    await renderPage(<AskPage />, '/ask')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ask AI' })).toBeTruthy()
    expect(screen.getByText(/needs a later version/)).toBeTruthy()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/file-list?categoryId=allFiles',
      '/search',
    ])
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.title).toBe('Ask AI · Earshot')
    expect(await axeViolations()).toEqual([])
  })
})

describe('/community-templates', () => {
  it('explains the current templates and keeps the template id in the URL', async () => {
    const { address } = await renderPage(<TemplatesPage />, '/community-templates?template_id=abc-1')
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('(abc-1)')
    expect(address()).toBe('/community-templates?template_id=abc-1')
    expect(screen.getByRole('link').getAttribute('href')).toBe('/common?from=web')
    expect(await axeViolations()).toEqual([])
  })

  it('shows no notice for a missing or invalid template id', async () => {
    await renderPage(<TemplatesPage />, '/community-templates?template_id=%3Cb%3E')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(/<b>/)).toBeNull()
  })
})

describe('explore panel (A§2)', () => {
  it('shows the integrations and returns to the page below when closed', async () => {
    const { user, address, startRecording, openDownload, openSettings } = await renderPage(
      <ExplorePanel />,
      '/file-list?categoryId=trash#integration',
    )
    expect(await screen.findByText(/Not connected. Start in Zapier/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open the desktop app' }))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await user.click(screen.getByRole('button', { name: 'Open the privacy settings' }))
    expect([startRecording, openDownload, openSettings].map((spy) => spy.mock.calls.length)).toEqual([1, 1, 1])
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(
      expect.arrayContaining(['/zapier-doc', '/api/openapi.json', '/audiouploadintro', '/common?from=web', '/appfaq']),
    )
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Close Explore' }))
    await waitFor(() => expect(address()).toBe('/file-list?categoryId=trash'))
  })

  it('removes the red dot of the connections only (A§4)', async () => {
    await renderPage(<ExplorePanel />, '/#integration')
    await waitFor(() => expect(readRedDots('u1')).toEqual({ feedbackBoard: true, automation: false }))
  })
})
