import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accessibilityTroubles } from '#test/screen/axe.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { serveInMemory } from '#test/screen/serveInMemory.ts'
import { tellsFacts } from '#test/screen/serverFacts.ts'
import { bringNamespace } from '#app/web/i18n.ts'
import { allowsStatistics, answerConsent, askConsentAgain } from '#ui/consent.ts'
import { LOCALES } from '#ui/locales.ts'
import { STORED, recall, store } from '#ui/storage.ts'
import { ConsentPlace } from './ConsentPlace.tsx'
import { CookieNotice, isOfDomain } from './CookieNotice.tsx'

afterEach(() => {
  answerConsent({ statistics: false })
  vi.unstubAllGlobals()
  localStorage.clear()
})

const router = createRouter({ history: createMemoryHistory(), routeTree: createRootRoute() })
const MAIN = { main_domain: 'example.org' }

async function notice({ host, facts, locale }: { host: string; facts?: object; locale?: (typeof LOCALES)[number] }) {
  serveInMemory([tellsFacts({ telemetry: true, ...MAIN, ...facts })])
  const view = await renderScreen(null, locale ? { locale } : {})
  await bringNamespace('pages')
  view.rerender(<CookieNotice router={router} host={host} />)
  return view
}
const button = (name: string) => screen.findByRole('button', { name })

describe('main domain of the product', () => {
  it.each([
    ['example.org', 'example.org', true],
    ['app.example.org', 'example.org', true],
    ['notexample.org', 'example.org', false],
    ['example.org.evil.test', 'example.org', false],
    ['example.org', null, false],
  ])('%s of %s: %s', (host, domain, belongs) => {
    expect(isOfDomain(host, domain)).toBe(belongs)
  })
})

describe('cookie notice on the main domain (A§7)', () => {
  it('asks before any statistics are collected and allows them on accept', async () => {
    const { user } = await notice({ host: 'app.example.org' })
    await screen.findByText(/May it also count/)
    expect(allowsStatistics()).toBe(false)
    await user.click(await button('Accept'))
    expect(allowsStatistics()).toBe(true)
  })

  it('allows only necessary storage when the user chooses so', async () => {
    const { user } = await notice({ host: 'example.org' })
    await user.click(await button('Only what is necessary'))
    expect(allowsStatistics()).toBe(false)
    expect(recall(STORED.consent)).toEqual({ statistics: false })
  })

  it('offers a choice for each category except the necessary one', async () => {
    const { user } = await notice({ host: 'example.org' })
    await user.click(await button('Choose'))
    expect(await screen.findByRole('switch', { name: 'Statistics' })).toHaveProperty('ariaChecked', 'false')
    expect(screen.getByRole('switch', { name: 'Necessary' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('switch', { name: 'Statistics' }))
    await user.click(await button('Save choice'))
    expect(allowsStatistics()).toBe(true)
  })
})

describe('cookie notice on other domains (A§7)', () => {
  it('shows that only necessary data is stored and keeps that on OK', async () => {
    const { user } = await notice({ host: 'sound.house.test' })
    await screen.findByText(/only what it needs to work/)
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    await user.click(await button('OK'))
    expect(recall(STORED.consent)).toEqual({ statistics: false })
  })

  it('allows statistics when the user chooses so', async () => {
    const { user } = await notice({ host: 'sound.house.test' })
    await user.click(await button('Allow counting'))
    expect(allowsStatistics()).toBe(true)
  })
})

describe('cookie notice', () => {
  it('is hidden when the server collects no statistics', async () => {
    const { queries } = await notice({ host: 'example.org', facts: { telemetry: false } })
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('is a region and not a dialog, links to the policy and has no accessibility violations', async () => {
    await notice({ host: 'example.org' })
    await screen.findByRole('region', { name: 'Cookies and storage' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('link', { name: 'Cookie policy' }).getAttribute('href')).toBe('/cookie-policy')
    expect(await accessibilityTroubles()).toEqual([])
  })

  it.each(LOCALES)('is translated to %s', async (locale) => {
    await notice({ host: 'example.org', locale })
    const said = (await screen.findByRole('region')).textContent
    expect(said).not.toMatch(/cookies_/)
    expect(said.includes('May it also')).toBe(locale === 'en_US')
  })

  it('closes when answered, can be reopened, and removes the user tag at once when consent is withdrawn', async () => {
    serveInMemory([tellsFacts({ telemetry: true })])
    answerConsent({ statistics: true })
    store(STORED.userTag, '0123456789abcdef')
    const { user } = await renderScreen(<ConsentPlace router={router} />)
    expect(screen.queryByRole('region')).toBeNull()
    askConsentAgain()
    await user.click(await button('OK'))
    expect(screen.queryByRole('region')).toBeNull()
    expect(allowsStatistics()).toBe(false)
    await waitFor(() => expect(recall(STORED.userTag)).toBeUndefined())
  })
})
