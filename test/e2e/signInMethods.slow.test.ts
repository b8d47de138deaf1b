import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADA,
  BEA,
  GINA,
  HUGO,
  MIA,
  SECOND,
  type AccountHarness,
  accountIdOf,
  addRecording,
  openLogin,
  startAccountHarness,
  historyOf,
  signInWith,
  signOut,
  storedToken,
} from './harness/accountHarness.ts'

let harness: AccountHarness

beforeAll(async () => {
  harness = await startAccountHarness()
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
})

const SIGN_IN_METHODS = [
  ['Google', GINA],
  ['Apple', ADA],
  ['Microsoft', MIA],
  ['House', HUGO],
] as const

describe('identity providers (A§3, A§7)', () => {
  it.each(SIGN_IN_METHODS)(
    'signs in with %s, leaves no ticket in the address and marks the method as last used',
    async (provider, user) => {
      const page = await openLogin(harness)
      await signInWith(page, provider, user)
      expect(page.url()).toBe(`${harness.url}/`)
      expect(await storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
      expect((await historyOf(page)).filter((address) => /ticket|token|code=|eyJ/i.test(address))).toEqual([])

      await signOut(page, user[1])
      expect(await storedToken(page)).toBeNull()
      await page.getByText('last used').waitFor()
      const lastUsedLinks = page.getByRole('link', { name: `Continue with ${provider}`, description: 'last used' })
      expect(await lastUsedLinks.count()).toBe(1)
      harness.addResult(`sign in by ${provider}`, `home as ${user[1]}, address clean, then "last used"`)
      await page.context().close()
    },
  )

  it('returns to the sign-in page unchanged when the user denies access at the provider', async () => {
    const page = await openLogin(harness)
    await page.getByRole('link', { name: 'Continue with House' }).click()
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('Sign-in was canceled. Nothing has changed.').waitFor()
    expect(page.url()).not.toContain('sso_error')
    expect(await storedToken(page)).toBeNull()
    harness.addResult('deny at the provider', 'back on the sign-in page with a notice')
    await page.context().close()
  })

  it('connects a second provider to the same account, and signs out everywhere', async () => {
    const firstPage = await openLogin(harness)
    await signInWith(firstPage, 'Microsoft', BEA)
    await addRecording(harness, firstPage, 'Bea’s recording')
    await firstPage.goto(`${harness.url}/?profile=open&pane=sign-in-methods`)
    await firstPage.getByRole('button', { name: 'Connect Google' }).click()
    await firstPage.getByRole('button', { name: SECOND[0] }).click()
    await firstPage.getByText('Connected. You can now sign in with it.').waitFor()
    await firstPage.getByRole('button', { name: 'Disconnect Google' }).waitFor()
    expect(await firstPage.getByText(/second@gmail\.example · connected/).count()).toBe(1)
    expect((await historyOf(firstPage)).filter((address) => /ticket|token|eyJ/i.test(address))).toEqual([])
    // Connecting refreshes the token. No other call may be refused because of the old one.
    expect(harness.pageErrors).toEqual([])
    harness.addResult('bind Google beside Microsoft', 'listed under Sign-in methods')

    const secondPage = await openLogin(harness)
    await signInWith(secondPage, 'Google', [SECOND[0], 'Bea'])
    expect(await accountIdOf(secondPage)).toBe(await accountIdOf(firstPage))
    await secondPage.getByText('Bea’s recording').first().waitFor()
    harness.addResult('sign in by the bound one elsewhere', 'the same account and library')

    await firstPage.getByRole('button', { name: 'Devices and sessions' }).click()
    await firstPage.getByRole('button', { name: /^Sign out Chrome/ }).waitFor()
    await firstPage.getByRole('button', { name: 'Sign out everywhere' }).click()
    await firstPage.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await firstPage.waitForURL(`${harness.url}/login`)
    // The live channel may sign the page out before the click.
    const link = secondPage.getByRole('link', { name: /Bea’s recording/ }).first()
    void link.click({ timeout: 2_000 }).catch(() => {})
    await secondPage.waitForURL(`${harness.url}/login?from_url=${encodeURIComponent(harness.url)}`)
    expect(await storedToken(secondPage)).toBeNull()
    harness.addResult('sign out everywhere', 'the other browser falls to /login?from_url=<origin>')
    await firstPage.context().close()
    await secondPage.context().close()
    // Requests sent before the session ended may be refused until the pages are closed.
    harness.ignoreUnauthorized()
  })
})

it('logs no errors to the console', () => {
  expect(harness.pageErrors).toEqual([])
})
