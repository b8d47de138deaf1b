import { RouterProvider } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestRouter } from '#test/screens/createTestRouter.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockServer } from '#test/screens/mockServer.ts'
import { handleSiteSettings } from '#test/screens/siteSettings.ts'
import { switchLocale } from '#browser/i18n/i18n.ts'
import { allowsStatistics, saveConsent } from '#browser/monitoring/consent.ts'
import { saveToken } from '#browser/session/token.ts'
import { DOCUMENTS } from '../../rules.ts'

afterEach(() => {
  location.hash = ''
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const OPERATOR = { name: 'Example Recordings', contact: 'help@example.org', address: '1 Sound Street' }

async function openPage(address: string, facts: object = {}) {
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  mockServer([handleSiteSettings({ telemetry: true, ...facts })])
  const { history, router } = createTestRouter(address)
  const view = await renderWithProviders(<RouterProvider router={router} />)
  return { ...view, where: () => history.location.href }
}
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('public page (A§2)', () => {
  it('shows the operator with contact and address, and the date of the policy', async () => {
    await openPage('/privacy', { operator: OPERATOR, privacy_version: '2026-12' })
    await findTitle('Privacy policy')
    const main = within(screen.getByRole('main'))
    await main.findByText('Example Recordings')
    main.getByText('help@example.org')
    main.getByText('1 Sound Street')
    main.getByText('Version: December 2026')
    expect(document.title).toBe('Privacy policy · Earshot')
    within(screen.getByRole('contentinfo')).getByText('This server is run by Example Recordings.')
  })

  it('is shown for any hash, also with invalid percent-encoding', async () => {
    location.hash = '#50%'
    await openPage('/privacy')
    await findTitle('Privacy policy')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows neutral text when the operator is not configured', async () => {
    await openPage('/privacy')
    await findTitle('Privacy policy')
    expect(within(screen.getByRole('main')).getAllByText('the operator of this server')).toHaveLength(2)
    expect(document.body.textContent).not.toMatch(/\{\{/)
  })

  it('shows the lines of the build of the server and not those of the other one', async () => {
    await openPage('/buydetail', { region: 'cn' })
    await findTitle('Plans, minutes and devices')
    const main = within(screen.getByRole('main'))
    await main.findByText(/^You pay by scanning a QR code with WeChat Pay or Alipay\./)
    expect(main.queryByText(/You pay by card/)).toBeNull()
    expect(main.queryByText(/free trial/)).toBeNull()
  })

  it('links to every document, the home page and the sign-in page', async () => {
    await openPage('/privacy')
    await findTitle('Privacy policy')
    const footerLinks = within(screen.getByRole('contentinfo')).getAllByRole('link')
    expect(footerLinks.map((link) => link.getAttribute('href')).sort()).toEqual(DOCUMENTS.map((name) => `/${name}`).sort())
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
    expect(header.getByRole('link', { name: /Earshot/ }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main')
  })

  it('links back to the app when the user is signed in', async () => {
    saveToken(`h.${btoa(JSON.stringify({ sub: 'lena', exp: 4_000_000_000 }))}.s`)
    await openPage('/user-agreement')
    await findTitle('User agreement')
    expect(screen.getByRole('link', { name: 'Open Earshot' }).getAttribute('href')).toBe('/')
  })

  it('has a table of contents and opens links to other documents without a reload', async () => {
    const { user, where } = await openPage('/privacy')
    await findTitle('Privacy policy')
    const parts = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
    for (const part of parts) expect(document.querySelector(part.getAttribute('href') ?? '')?.tagName).toBe('H2')
    await user.click(within(screen.getByRole('main')).getAllByRole('link', { name: 'cookie policy' })[0]!)
    await findTitle('Cookie policy')
    expect(where()).toBe('/cookie-policy')
  })

  it('changes the language without a reload and sets the lang attribute', async () => {
    await openPage('/user-agreement')
    await findTitle('User agreement')
    await act(() => switchLocale('de_DE'))
    await findTitle('Nutzungsvereinbarung')
    expect(screen.getByRole('article').lang).toBe('de-DE')
    expect(document.title).toBe('Nutzungsvereinbarung · Earshot')
  })

  it.each(DOCUMENTS)('/%s has no accessibility violations', async (name) => {
    await openPage(`/${name}`)
    await screen.findByRole('article')
    expect(await axeViolations()).toEqual([])
  })
})

describe('cookie policy page', () => {
  it('shows the current consent and reopens the question', async () => {
    saveConsent({ statistics: true })
    const { user } = await openPage('/cookie-policy')
    await screen.findByText('You allow analytics in this browser.')
    await user.click(screen.getByRole('button', { name: 'Change my choice' }))
    expect(allowsStatistics()).toBe(true)
    act(() => saveConsent({ statistics: false }))
    await screen.findByText('Only necessary data is stored in this browser.')
  })

  it('offers no choice when the server collects no statistics', async () => {
    await openPage('/cookie-policy', { telemetry: false })
    await waitFor(() => expect(screen.getByText(/This server collects no analytics/)).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Change my choice' })).toBeNull()
  })
})
