import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { POPUP_RULES } from '#test/browser/axeFindings.ts'
import { type User, signUp } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import {
  type AccountHarness,
  accountButton,
  startAccountHarness,
  codeFor,
  axeFindingsInThemes,
  POLL_OPTIONS,
  storedToken,
} from './harness/accountHarness.ts'
import { openDatabase } from './storedData.ts'

const PANES = [
  'profile',
  'sign-in-methods',
  'sessions',
  'transcription',
  'word-list',
  'voice-prints',
  'appearance',
  'use',
  'privacy',
  'connections',
  'about',
  'language-model',
  'speech-models',
  'template-review',
]

let harness: AccountHarness
let user: User

beforeAll(async () => {
  harness = await startAccountHarness()
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
})

/** Opens a page in which the user is signed in. */
async function openSignedIn(options: Parameters<AccountHarness['open']>[0] = {}): Promise<Page> {
  const page = await harness.open(options)
  await storeValues(page, { tokenstr: user.token })
  return page
}

/** Moves the focus to the target with the Tab key only. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let attempt = 0; attempt < 60; attempt++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${String(target)}`)
}

const overflowingElements = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog] *, main *')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .filter((element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))
      .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`),
  )

/** Waits until the pane shows its content instead of skeletons. */
async function waitForPane(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[role=dialog] .animate-pulse').count(), POLL_OPTIONS).toBe(0)
}

const dialogOf = (page: Page): Locator => page.getByRole('alertdialog').or(page.getByRole('dialog')).last()

describe('the sign-in page has no accessibility findings in light and dark', () => {
  it('before any account exists', async () => {
    const page = await harness.open()
    await page.goto(`${harness.url}/login`)
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
    expect(await axeFindingsInThemes(page), 'first account').toEqual([])
    await page.context().close()
    user = await signUp(harness.url, 'lena')
    expect(user.email).toBe('lena@example.org')
  })

  it('with a password, with a code, when signing up, and with each kind of error', async () => {
    const page = await harness.open()
    await page.goto(`${harness.url}/login#sso_error=denied`)
    await page.getByText('Sign-in was canceled.').waitFor()
    expect(await axeFindingsInThemes(page), 'back from a provider without a session').toEqual([])
    const submit = page.locator('button[type=submit]')
    await submit.click()
    await page.getByText(/Enter a full email address/).waitFor()
    expect(await axeFindingsInThemes(page), 'sign in, nothing typed').toEqual([])
    await page.getByLabel('Email').fill('lena@example.org')
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await submit.click()
    await page.getByText('Wrong email or password.').waitFor()
    expect(await axeFindingsInThemes(page), 'sign in, wrong password').toEqual([])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Password', { exact: true }).fill('short')
    await submit.click()
    await page.getByText(/^Use at least/).waitFor()
    expect(await axeFindingsInThemes(page), 'sign up, too short').toEqual([])
    await page.getByRole('button', { name: 'Send me a code' }).click()
    expect(await axeFindingsInThemes(page), 'code').toEqual([])
    await submit.click()
    await page.getByLabel('6-digit code').fill('12')
    await submit.click()
    await page.getByText('This code is wrong or has expired.').waitFor()
    expect(await axeFindingsInThemes(page), 'code, wrong').toEqual([])
    await page.goto(`${harness.url}/login?client=desktop`)
    await page.getByRole('heading').first().waitFor()
    expect(await axeFindingsInThemes(page), 'for the desktop program').toEqual([])
    harness.addResult('sign-in page', 'axe: nothing in 7 states, light and dark')
    await page.context().close()
  })
})

describe('settings', () => {
  it('have no accessibility findings on any pane, in light and dark', async () => {
    const page = await openSignedIn()
    await page.goto(`${harness.url}/?profile=open`)
    const panes = page.getByRole('navigation', { name: 'Settings' }).getByRole('button')
    await panes.nth(PANES.length - 1).waitFor()
    expect(await panes.count()).toBe(PANES.length)
    for (const [index, pane] of PANES.entries()) {
      await panes.nth(index).click()
      await page.waitForURL(new RegExp(`pane=${pane}`))
      await waitForPane(page)
      expect(await axeFindingsInThemes(page), `settings, ${pane}`).toEqual([])
    }
    harness.addResult('settings', `axe: nothing on ${PANES.length} panes, light and dark`)
    await page.context().close()
  })

  it('have no accessibility findings in their dialogs', async () => {
    const page = await openSignedIn()
    const checkDialog = async (pane: string, button: string) => {
      await page.goto(`${harness.url}/?profile=open&pane=${pane}`)
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('button', { name: /^(Cancel|Keep account)$/ }).waitFor()
      expect(await axeFindingsInThemes(page), button).toEqual([])
    }
    await checkDialog('sign-in-methods', 'Change password')
    await checkDialog('sessions', 'Sign out everywhere')
    await checkDialog('privacy', 'Delete account…')
    await page.goto(harness.url)
    await accountButton(page, 'lena').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await axeFindingsInThemes(page, POPUP_RULES), 'menu of the account').toEqual([])
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await dialogOf(page).getByRole('button', { name: 'Sign out' }).waitFor()
    expect(await axeFindingsInThemes(page), 'sign out').toEqual([])

    await using db = await openDatabase(harness.dataDir)
    await executeSql(db, `update session set reauthenticated_at = now() - interval '1 hour'`)
    await page.goto(`${harness.url}/?profile=open&pane=sign-in-methods`)
    await page.getByRole('button', { name: 'Connect Apple' }).click()
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    expect(await axeFindingsInThemes(page), 'confirm it is you').toEqual([])
    await executeSql(db, `update consent set privacy_version = '2001-01'`)
    await page.goto(harness.url)
    await page.getByRole('heading', { name: 'The privacy policy has changed' }).waitFor()
    expect(await axeFindingsInThemes(page), 'new policy').toEqual([])
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('heading', { name: 'Decline and sign out?' }).waitFor()
    expect(await axeFindingsInThemes(page), 'decline the policy').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Decline and sign out?' }).waitFor({ state: 'detached' })
    const country = page.getByRole('combobox', { name: 'Country' })
    await country.click()
    await page.getByRole('combobox', { name: 'Search' }).fill('Germany')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Agree' }).click()
    await page.getByRole('heading', { name: 'The privacy policy has changed' }).waitFor({ state: 'detached' })
    harness.addResult('dialogs', 'axe: nothing in password, everywhere, delete, sign out, proof, policy, decline')
    await page.context().close()
  })

  it('fit a phone of 390 px on every pane, in German, whose words are the longest', async () => {
    const page = await openSignedIn({ viewport: { width: 390, height: 844 }, locale: 'de-DE', hasTouch: true })
    await page.goto(`${harness.url}/?profile=open`)
    const panes = page.getByRole('dialog').locator('nav button')
    await panes.nth(PANES.length - 1).waitFor()
    expect(await panes.count()).toBe(PANES.length)
    for (const [index, pane] of PANES.entries()) {
      expect({ list: await overflowingElements(page) }).toEqual({ list: [] })
      await panes.nth(index).click()
      await page.waitForURL(new RegExp(`pane=${pane}`))
      await waitForPane(page)
      expect({ pane, wider: await overflowingElements(page) }).toEqual({ pane, wider: [] })
      await page.getByRole('dialog').locator('header button').click()
    }
    harness.addResult('390 px, de-DE', 'no pane scrolls sideways')
    await page.context().close()
  })
})

describe('with the keyboard only', () => {
  it('signs in with a password, opens the settings and returns the focus after Esc', async () => {
    const page = await harness.open()
    await page.goto(`${harness.url}/login`)
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type('lena@example.org')
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type('correct horse')
    await page.keyboard.press('Enter')
    const button = accountButton(page, 'lena')
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: 'Settings' })
    await item.waitFor()
    for (let attempt = 0; attempt < 30 && !(await item.evaluate((element) => element === document.activeElement)); attempt++)
      await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.waitFor()
    await tabTo(page, settings.getByRole('button', { name: 'About' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/pane=about/)
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${harness.url}/`)
    await expect.poll(() => button.evaluate((element) => element === document.activeElement), POLL_OPTIONS).toBe(true)
    harness.addResult('keyboard: password, settings', 'signed in; Esc gives the focus back to the account')
    await page.context().close()
  })

  it('signs in with a code', async () => {
    const page = await harness.open()
    await page.goto(`${harness.url}/login`)
    await tabTo(page, page.getByRole('button', { name: 'Send me a code' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type('kim@example.org')
    await page.keyboard.press('Enter')
    const field = page.getByLabel('6-digit code')
    await field.waitFor()
    await expect.poll(() => field.evaluate((element) => element === document.activeElement), POLL_OPTIONS).toBe(true)
    await page.keyboard.type(await codeFor(harness.running, 'kim@example.org'))
    await accountButton(page, 'kim').waitFor()
    expect(await storedToken(page)).not.toBeNull()
    harness.addResult('keyboard: code', 'signed in, the sixth digit sends')
    await page.context().close()
  })
})

it('logs no errors to the console', () => {
  expect(harness.pageErrors).toEqual([])
})
