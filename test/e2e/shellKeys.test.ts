import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startEarshot } from '#test/running/startEarshot.ts'
import { tone } from '#test/world/tone.ts'
import { type User, signUp, uploadSound } from '#test/world/user.ts'
import {
  ACCOUNT,
  cookieNotice,
  explore,
  inMenu,
  languages,
  listWidth,
  order,
  phoneBar,
  phoneLibrary,
  phoneOrder,
  phoneSettings,
  rightSidebar,
  sidebarRows,
  sidebarStates,
  skipLink,
  syncStatus,
  userMenu,
} from './barWalks.ts'
import { KeyWalk } from './keyWalk.ts'
import { launchBrowser } from './browser.ts'

let dir: string
let running: Running
let browser: Browser
let user: User

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-keys-'))
  const settings = { EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error', SIGN_UP: 'open', WELCOME: 'off' }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings })
  browser = await launchBrowser()
  user = await signUp(running.url, 'lena')
  await user.folders.create({ body: { name: 'Research' } })
  await uploadSound(user, tone(5), { name: 'Interview' })
  await uploadSound(user, tone(5), { name: 'silent night' })
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Opens a signed-in page in a new context. `consoleErrors` collects the errors of its console. */
async function walker(width: number, height: number): Promise<{ keys: KeyWalk; said: string[] }> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  await page.goto(`${running.url}/privacy`)
  const keep = (token: string) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: token, expires: null }))
  await page.evaluate(keep, user.token)
  await page.goto(`${running.url}/home`)
  await page
    .getByRole('link', { name: /Interview/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).waitFor()
  return { keys: new KeyWalk(page), said }
}

describe('the layout with the keyboard only (A§2, B§2)', () => {
  it('works at 390 px: bars in order, the library as a sheet, settings one pane at a time', async () => {
    const { keys, said } = await walker(390, 844)
    for (const walk of [cookieNotice, phoneOrder, phoneLibrary, phoneBar, phoneSettings]) await walk(keys)
    expect({ focus: keys.troubles, console: said }).toEqual({ focus: [], console: [] })
    await keys.page.context().close()
  })

  // Runs last because it ends the session.
  it('works at 1440 px: the focus is never lost or hidden, and one dialog is open at a time', async () => {
    const { keys, said } = await walker(1440, 900)
    for (const walk of [cookieNotice, order, skipLink, sidebarRows, sidebarStates, userMenu, languages]) await walk(keys)
    for (const walk of [newRecording, settings, palette, keysSwitchedOff, letters, listWidth, rightSidebar, explore])
      await walk(keys)
    for (const walk of [syncStatus, downloads, openDesktop, notices, memberPages, trashAndBack, signOut]) await walk(keys)
    expect({ focus: keys.troubles, console: said }).toEqual({ focus: [], console: [] })
    await keys.page.context().close()
  })
})

async function newRecording(keys: KeyWalk) {
  await keys.tabTo('button "New recording"')
  await keys.press('Enter')
  await keys.expectFocus(/^menuitem "Record in this browser/)
  await keys.press('Escape')
  await keys.expectFocus('button "New recording"')
  await keys.press('ArrowUp')
  await keys.expectFocus(/^menuitem "Upload audio/)
  await keys.press('Enter')
  await keys.expectDialog('Upload')
  await keys.expectHeldInside()
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus('button "New recording"')
}

async function settings(keys: KeyWalk) {
  await keys.press('Control+,')
  await keys.expectDialog('Settings')
  await keys.expectFocus('button "Profile"')
  await keys.expectHeldInside()
  for (const pane of ['Ways to sign in', 'Devices and sessions', 'Transcription', 'Language and look', 'About']) {
    await keys.tabTo(`button "${pane}"`)
    await keys.press('Enter')
    await keys.page.getByRole('heading', { level: 3, name: pane }).waitFor()
    await keys.expectFocus(`button "${pane}"`)
  }
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus('button "New recording"')
}

async function inPalette(keys: KeyWalk, words: string) {
  await keys.press('Control+k')
  await keys.expectDialog(/./)
  await keys.expectFocus(/^combobox/)
  // Enter follows at once, as with fast typing.
  await keys.type(words)
  await keys.press('ArrowDown', 'ArrowUp', 'Enter')
}

async function palette(keys: KeyWalk) {
  await keys.press('Control+k')
  await keys.expectFocus(/^combobox/)
  await keys.press('Tab', 'Tab', 'Escape')
  await keys.expectNoDialog()
  await keys.expectFocus('button "New recording"')
  await inPalette(keys, 'silent')
  await keys.expectAt(/^\/file\//)
  await keys.expectNoDialog()
  await keys.expectFocus('region "Open recording"')
  await inPalette(keys, 'resea')
  await keys.expectAt(/\?tagId=/)
  await keys.expectNoDialog()
  await keys.expectFocus('main')
  await inPalette(keys, 'privacy and')
  await keys.expectDialog('Settings')
  await keys.press('Escape')
  await keys.expectNoDialog()
  // An empty list has no tab stop but its resize handle, so the focus may return there.
  await keys.expectFocus(/^(main|separator "Width of the list")/)
}

async function keysSwitchedOff(keys: KeyWalk) {
  const turn = async () => {
    await keys.expectDialog('Keyboard shortcuts')
    await keys.tabTo(/^switch/)
    await keys.press('Space', 'Escape')
    await keys.expectNoDialog()
  }
  await keys.press('?')
  await turn()
  const before = keys.at()
  await keys.press('g', 'h', '?', 'u')
  await keys.expectNoDialog()
  expect(keys.at()).toBe(before)
  await inPalette(keys, 'keyboard')
  await turn()
  await keys.press('?')
  await keys.expectDialog('Keyboard shortcuts')
  await keys.press('Escape')
  await keys.expectNoDialog()
}

async function letters(keys: KeyWalk) {
  const pairs = [
    ['h', /^\/$/],
    ['f', /categoryId=allFiles$/],
    ['a', /^\/ask$/],
    ['t', /^\/community-templates$/],
  ] as const
  for (const [second, to] of pairs) {
    await keys.press('g', second)
    await keys.expectAt(to)
    await keys.expectFocus('main')
  }
  await keys.press('/')
  await keys.expectAt(/^\/search/)
  await keys.expectFocus(/^searchbox/)
  await keys.type('inter')
  await keys.expectAt(/q=inter$/)
  // The list updates in the frame after the last letter.
  await keys.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await keys.page.getByText('Interview').first().waitFor()
  await keys.press('ArrowDown')
  await keys.expectFocus('link "Interview"')
  await keys.press('Enter')
  await keys.expectAt(/^\/file\//)
  await keys.expectFocus('region "Open recording"')
}

async function downloads(keys: KeyWalk) {
  await keys.tabTo(ACCOUNT, { key: 'Shift+Tab' })
  await inMenu(keys, ACCOUNT, 'Download')
  await keys.press('Enter')
  await keys.expectDialog('Get Earshot')
  await keys.expectHeldInside()
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus(ACCOUNT)
}

/**
 * B§2, B§4: N opens the recorder. The palette opens the desktop app, and a download is offered when the app does not take the
 * focus.
 */
async function openDesktop(keys: KeyWalk) {
  await keys.press('n')
  await keys.expectDialog('Record in this browser')
  await keys.expectHeldInside()
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus(ACCOUNT)
  await inPalette(keys, 'desktop app')
  await keys.expectDialog('Open the desktop program')
  await keys.expectFocus('button "Open the program"')
  await keys.expectDialog('Get Earshot')
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus(ACCOUNT)
}

async function notices(keys: KeyWalk) {
  const { page } = keys
  await page.goto(`${running.url}/home?code=-10000`)
  await keys.expectDialog('Notice')
  await keys.press('Escape', 'Escape')
  await keys.expectHeldInside()
  await keys.expectDialog('Notice')
  await keys.expectFocus('button "OK"')
  // The query is removed from the address after half a second, so a reload does not show the notice again.
  await keys.expectAt(/^\/home$/)
  await Promise.all([page.waitForEvent('load'), keys.press('Enter')])
  await page.getByRole('button', { name: 'New recording' }).waitFor()
  await keys.expectNoDialog()
  await page.goto(`${running.url}/home?code=-9999`)
  await keys.expectDialog('Notice')
  await keys.press('Escape')
  await keys.expectNoDialog()
  // Nothing had the focus before, so it starts at the top of the page.
  await keys.press('Tab')
  await keys.expectFocus('link "Skip to the content"')
}

async function memberPages(keys: KeyWalk) {
  await keys.tabTo(ACCOUNT)
  await inMenu(keys, ACCOUNT, 'Membership')
  await keys.press('Enter')
  await keys.expectAt(/^\/member\//)
  await keys.expectFocus('main')
  for (const name of ['Overview', 'Plans', 'History', 'Bills', 'Manage']) {
    await keys.tabTo(`link "${name}"`)
    await keys.press('Enter')
    await keys.page.locator('main nav [aria-current=page]', { hasText: name }).waitFor()
    if (name !== 'Overview' || !keys.at().includes('purchase')) await keys.expectFocus('main')
  }
}

async function trashAndBack(keys: KeyWalk) {
  await keys.press('g', 'f', '/')
  await keys.expectFocus(/^searchbox/)
  await keys.press('ArrowDown')
  await keys.expectFocus('link "silent night"')
  await keys.press('Delete')
  await keys.expectFocus('link "Interview"')
  await keys.tabTo('button "Undo"')
  await keys.press('Enter')
  await keys.expectFocus('main')
  await keys.tabTo(/^link "(Interview|silent night)"/)
  await keys.press('Delete')
  await keys.expectFocus(/^link "(Interview|silent night)"/)
  // An open toast does not block keyboard shortcuts.
  await keys.press('g', 'h')
  await keys.expectAt(/^\/$/)
  await keys.tabTo(/^link "Trash 1/, { key: 'Shift+Tab' })
  await keys.press('Enter')
  await keys.expectFocus('main')
  await keys.tabTo(/^link "(Interview|silent night)"/)
  // The checkbox is between the name and the menu button.
  await keys.press('Tab', 'Tab', 'Enter')
  await keys.expectFocus(/^menuitem "Restore/)
  await keys.press('Enter')
  await keys.expectFocus('heading "Trash"')
}

async function signOut(keys: KeyWalk) {
  const ask = async () => {
    await keys.press('ArrowUp')
    await keys.expectFocus('menuitem "Sign out"')
    await keys.press('Enter')
    await keys.expectDialog(/^Sign out/)
  }
  await keys.tabTo(ACCOUNT)
  await ask()
  await keys.expectHeldInside()
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus(ACCOUNT)
  await ask()
  await keys.tabTo('button "Sign out"')
  await keys.press('Enter')
  await keys.expectAt(/^\/login$/)
}
