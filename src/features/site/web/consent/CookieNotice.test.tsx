import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockServer } from '#test/screens/mockServer.ts'
import { handleSiteSettings } from '#test/screens/siteSettings.ts'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { allowsStatistics, saveConsent, reopenConsentQuestion } from '#browser/monitoring/consent.ts'
import { LOCALES } from '#shared/locales.ts'
import { STORAGE_KEYS, getItem, setItem } from '#browser/storage/storage.ts'
import { LazyCookieNotice } from './LazyCookieNotice.tsx'
import { CookieNotice, isHostInDomain } from './CookieNotice.tsx'

afterEach(() => {
  saveConsent({ statistics: false })
  vi.unstubAllGlobals()
  localStorage.clear()
})

const router = createRouter({ history: createMemoryHistory(), routeTree: createRootRoute() })
const MAIN_DOMAIN = { main_domain: 'example.org' }

async function renderNotice({ host, facts, locale }: { host: string; facts?: object; locale?: (typeof LOCALES)[number] }) {
  mockServer([handleSiteSettings({ telemetry: true, ...MAIN_DOMAIN, ...facts })])
  const view = await renderWithProviders(null, locale ? { locale } : {})
  await loadNamespace('site')
  view.rerender(<CookieNotice router={router} host={host} />)
  return view
}
const findButton = (name: string) => screen.findByRole('button', { name })

describe('main domain of the product', () => {
  it.each([
    ['example.org', 'example.org', true],
    ['app.example.org', 'example.org', true],
    ['notexample.org', 'example.org', false],
    ['example.org.evil.test', 'example.org', false],
    ['example.org', null, false],
  ])('%s of %s: %s', (host, domain, isInDomain) => {
    expect(isHostInDomain(host, domain)).toBe(isInDomain)
  })
})

describe('cookie notice on the main domain (A§7)', () => {
  it('asks before any statistics are collected and allows them on accept', async () => {
    const { user } = await renderNotice({ host: 'app.example.org' })
    await screen.findByText(/May it also collect/)
    expect(allowsStatistics()).toBe(false)
    await user.click(await findButton('Accept'))
    expect(allowsStatistics()).toBe(true)
  })

  it('asks on every host of the build for China', async () => {
    await renderNotice({ host: 'localhost', facts: { region: 'cn', main_domain: null } })
    expect(await findButton('Accept')).toBeTruthy()
  })

  it('allows only necessary storage when the user chooses so', async () => {
    const { user } = await renderNotice({ host: 'example.org' })
    await user.click(await findButton('Only necessary'))
    expect(allowsStatistics()).toBe(false)
    expect(getItem(STORAGE_KEYS.consent)).toEqual({ statistics: false })
  })

  it('offers a choice for each category except the necessary one', async () => {
    const { user } = await renderNotice({ host: 'example.org' })
    await user.click(await findButton('Choose'))
    expect(await screen.findByRole('switch', { name: 'Analytics' })).toHaveProperty('ariaChecked', 'false')
    expect(screen.getByRole('switch', { name: 'Necessary' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('switch', { name: 'Analytics' }))
    await user.click(await findButton('Save choice'))
    expect(allowsStatistics()).toBe(true)
  })
})

describe('cookie notice on other domains (A§7)', () => {
  it('shows that only necessary data is stored and keeps that on OK', async () => {
    const { user } = await renderNotice({ host: 'sound.house.test' })
    await screen.findByText(/only what it needs to work/)
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    await user.click(await findButton('Only necessary'))
    expect(getItem(STORAGE_KEYS.consent)).toEqual({ statistics: false })
  })

  it('allows statistics when the user chooses so', async () => {
    const { user } = await renderNotice({ host: 'sound.house.test' })
    await user.click(await findButton('Allow analytics'))
    expect(allowsStatistics()).toBe(true)
  })
})

describe('cookie notice', () => {
  it('is hidden when the server collects no statistics', async () => {
    const { queries } = await renderNotice({ host: 'example.org', facts: { telemetry: false } })
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('is a region and not a dialog, links to the policy and has no accessibility violations', async () => {
    await renderNotice({ host: 'example.org' })
    await screen.findByRole('region', { name: 'Cookies and storage' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('link', { name: 'Cookie policy' }).getAttribute('href')).toBe('/cookie-policy')
    expect(await axeViolations()).toEqual([])
  })

  it.each(LOCALES)('is translated to %s', async (locale) => {
    await renderNotice({ host: 'example.org', locale })
    const text = (await screen.findByRole('region')).textContent
    expect(text).not.toMatch(/cookies_/)
    expect(text.includes('May it also')).toBe(locale === 'en_US')
  })

  it('closes when answered, can be reopened, and removes the user tag at once when consent is withdrawn', async () => {
    mockServer([handleSiteSettings({ telemetry: true })])
    saveConsent({ statistics: true })
    setItem(STORAGE_KEYS.userTag, '0123456789abcdef')
    const { user } = await renderWithProviders(<LazyCookieNotice router={router} />)
    expect(screen.queryByRole('region')).toBeNull()
    reopenConsentQuestion()
    await user.click(await findButton('Only necessary'))
    expect(screen.queryByRole('region')).toBeNull()
    expect(allowsStatistics()).toBe(false)
    await waitFor(() => expect(getItem(STORAGE_KEYS.userTag)).toBeUndefined())
  })
})
