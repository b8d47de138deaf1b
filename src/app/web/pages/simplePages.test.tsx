import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { mockMembershipServer } from '#test/screens/mockMembershipServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { AskPage } from './AskPage.tsx'

async function renderPage(element: ReactNode, initialUrl: string) {
  mockMembershipServer()
  const { page, address } = withRouter(element, initialUrl)
  const view = await renderWithProviders(page)
  await Promise.all([loadNamespace('pages'), loadNamespace('site')])
  return { ...view, address }
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('/ask', () => {
  it('shows that asking comes later, links to summaries and search, and has no input field', async () => {
    await renderPage(<AskPage />, '/ask')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ask AI' })).toBeTruthy()
    expect(screen.getByText(/is not available yet/)).toBeTruthy()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/file-list?categoryId=allFiles',
      '/search',
    ])
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.title).toBe('Ask AI · Earshot')
    expect(await axeViolations()).toEqual([])
  })
})
