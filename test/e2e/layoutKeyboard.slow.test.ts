import type { Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { profileContract } from '#features/profile/contract.ts'
import type { Reply } from '#shared/contract.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import {
  ACCOUNT_BUTTON,
  acceptCookieNotice,
  useExplore,
  selectMenuItem,
  switchLanguage,
  resizeList,
  checkTabOrder,
  usePhoneBar,
  usePhoneLibrary,
  checkPhoneTabOrder,
  usePhoneSettings,
  toggleRightSidebar,
  openSidebarRows,
  toggleSidebar,
  useSkipLink,
  useSyncStatus,
  useUserMenu,
} from './keyboard/layoutSteps.ts'
import { KeyboardUser } from './keyboard/KeyboardUser.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

const { url } = sharedEarshot
let user: User

beforeAll(async () => {
  user = await signUp(url, 'lena')
  await user.me.changeSettings({ body: { nickname: 'lena' } })
  await user.folders.create({ body: { name: 'Research' } })
  await uploadRecording(user, createToneWav(5), { name: 'Interview' })
  await uploadRecording(user, createToneWav(5), { name: 'silent night' })
})

/** A starter user on a server that sells plans sees every part of the layout. */
async function showEveryPart(route: Route): Promise<void> {
  const response = await route.fetch()
  const reply = (await response.json()) as Reply<typeof profileContract.me>
  const minutes = { membership_type: 'starter' as const, seconds_left: 600, seconds_total: 18_000, has_transcribed: true }
  const json = { ...reply, data_user: { ...reply.data_user, ...minutes }, data_state: { ...reply.data_state, can_buy: true } }
  await route.fulfill({ response, json })
}

/** Opens a signed-in page in a new context. `consoleErrors` collects its console errors. */
async function openKeyboardUser(width: number, height: number): Promise<{ keyboard: KeyboardUser; consoleErrors: string[] }> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-US' })
  await context.route('**/api/user/me', showEveryPart)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  await page.goto(`${url}/privacy`)
  const storeToken = (token: string) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: token, expires: null }))
  await page.evaluate(storeToken, user.token)
  await page.goto(`${url}/home`)
  await page
    .getByRole('link', { name: /Interview/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Only necessary' }).waitFor()
  return { keyboard: new KeyboardUser(page), consoleErrors }
}

describe('the layout with the keyboard only (A§2, B§2)', () => {
  it('works at 390 px: bars in order, the library as a sheet, settings one pane at a time', async () => {
    const { keyboard, consoleErrors } = await openKeyboardUser(390, 844)
    for (const step of [acceptCookieNotice, checkPhoneTabOrder, usePhoneLibrary, usePhoneBar, usePhoneSettings])
      await step(keyboard)
    expect({ focus: keyboard.focusProblems, console: consoleErrors }).toEqual({ focus: [], console: [] })
    await keyboard.page.context().close()
  })

  // Runs last because it ends the session.
  it('works at 1440 px: the focus is never lost or hidden, and one dialog is open at a time', async () => {
    const { keyboard, consoleErrors } = await openKeyboardUser(1440, 900)
    for (const step of [
      acceptCookieNotice,
      checkTabOrder,
      useSkipLink,
      openSidebarRows,
      toggleSidebar,
      useUserMenu,
      switchLanguage,
    ])
      await step(keyboard)
    for (const step of [
      useNewRecordingMenu,
      settings,
      usePalette,
      disableShortcuts,
      useLetterShortcuts,
      resizeList,
      toggleRightSidebar,
      useExplore,
    ])
      await step(keyboard)
    for (const step of [
      useSyncStatus,
      openDownloads,
      openDesktopApp,
      showNotices,
      openMembershipPages,
      trashAndRestore,
      signOutByKeyboard,
    ])
      await step(keyboard)
    expect({ focus: keyboard.focusProblems, console: consoleErrors }).toEqual({ focus: [], console: [] })
    await keyboard.page.context().close()
  })
})

async function useNewRecordingMenu(keyboard: KeyboardUser) {
  await keyboard.tabTo('button "New recording"')
  await keyboard.press('Enter')
  await keyboard.expectFocus(/^menuitem "Record in this browser/)
  await keyboard.press('Escape')
  await keyboard.expectFocus('button "New recording"')
  await keyboard.press('ArrowUp')
  await keyboard.expectFocus(/^menuitem "Upload audio/)
  await keyboard.press('Enter')
  await keyboard.expectDialog('Upload')
  await keyboard.expectFocusTrapped()
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  await keyboard.expectFocus('button "New recording"')
}

async function settings(keyboard: KeyboardUser) {
  await keyboard.press('Control+,')
  await keyboard.expectDialog('Settings')
  await keyboard.expectFocus('button "Profile"')
  await keyboard.expectFocusTrapped()
  for (const pane of ['Sign-in methods', 'Devices and sessions', 'Transcription', 'Preferences', 'About']) {
    await keyboard.tabTo(`button "${pane}"`)
    await keyboard.press('Enter')
    await keyboard.page.getByRole('heading', { level: 3, name: pane }).waitFor()
    await keyboard.expectFocus(`button "${pane}"`)
  }
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  await keyboard.expectFocus('button "New recording"')
}

async function runPaletteAction(keyboard: KeyboardUser, query: string) {
  await keyboard.press('Control+k')
  await keyboard.expectDialog(/./)
  await keyboard.expectFocus(/^combobox/)
  // Enter follows immediately, as with fast typing.
  await keyboard.type(query)
  await keyboard.press('ArrowDown', 'ArrowUp', 'Enter')
}

async function usePalette(keyboard: KeyboardUser) {
  await keyboard.press('Control+k')
  await keyboard.expectFocus(/^combobox/)
  await keyboard.press('Tab', 'Tab', 'Escape')
  await keyboard.expectNoDialog()
  await keyboard.expectFocus('button "New recording"')
  await runPaletteAction(keyboard, 'silent')
  await keyboard.expectAddress(/^\/file\//)
  await keyboard.expectNoDialog()
  await keyboard.expectFocus('region "Open recording"')
  await runPaletteAction(keyboard, 'resea')
  await keyboard.expectAddress(/\?tagId=/)
  await keyboard.expectNoDialog()
  await keyboard.expectFocus('main')
  await runPaletteAction(keyboard, 'privacy and')
  await keyboard.expectDialog('Settings')
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  // An empty list has no tab stop except its resize handle, so the focus may return there.
  await keyboard.expectFocus(/^(main|separator "List width")/)
}

async function disableShortcuts(keyboard: KeyboardUser) {
  const toggleShortcuts = async () => {
    await keyboard.expectDialog('Keyboard shortcuts')
    await keyboard.tabTo(/^switch/)
    await keyboard.press('Space', 'Escape')
    await keyboard.expectNoDialog()
  }
  await keyboard.press('?')
  await toggleShortcuts()
  const previousAddress = keyboard.address()
  await keyboard.press('g', 'h', '?', 'u')
  await keyboard.expectNoDialog()
  expect(keyboard.address()).toBe(previousAddress)
  await runPaletteAction(keyboard, 'keyboard')
  await toggleShortcuts()
  await keyboard.press('?')
  await keyboard.expectDialog('Keyboard shortcuts')
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
}

async function useLetterShortcuts(keyboard: KeyboardUser) {
  const pairs = [
    ['h', /^\/$/],
    ['f', /categoryId=allFiles$/],
    ['t', /^\/community-templates$/],
    // This page has its own field, for its threads.
    ['a', /^\/ask$/],
  ] as const
  for (const [secondKey, address] of pairs) {
    await keyboard.press('g', secondKey)
    await keyboard.expectAddress(address)
    await keyboard.expectFocus('main')
  }
  await keyboard.press('/')
  await keyboard.expectAddress(/^\/search/)
  await keyboard.expectFocus(/^searchbox/)
  await keyboard.type('inter')
  await keyboard.expectAddress(/q=inter$/)
  // The list updates in the frame after the last letter.
  await keyboard.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await keyboard.page.getByText('Interview').first().waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.expectFocus('link "Interview"')
  await keyboard.press('Enter')
  await keyboard.expectAddress(/^\/file\//)
  await keyboard.expectFocus('region "Open recording"')
}

async function openDownloads(keyboard: KeyboardUser) {
  await keyboard.tabTo(ACCOUNT_BUTTON, { key: 'Shift+Tab' })
  await selectMenuItem(keyboard, ACCOUNT_BUTTON, 'Download')
  await keyboard.press('Enter')
  await keyboard.expectDialog('Get Earshot')
  await keyboard.expectFocusTrapped()
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  await keyboard.expectFocus(ACCOUNT_BUTTON)
}

/**
 * B§2, B§4: N opens the recorder. The palette opens the desktop app, and a download is offered when the app does not take the
 * focus.
 */
async function openDesktopApp(keyboard: KeyboardUser) {
  await keyboard.press('n')
  await keyboard.expectDialog('Record in this browser')
  await keyboard.expectFocusTrapped()
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  await keyboard.expectFocus(ACCOUNT_BUTTON)
  await runPaletteAction(keyboard, 'desktop app')
  await keyboard.expectDialog('Open the desktop app')
  await keyboard.expectFocus('button "Open app"')
  await keyboard.expectDialog('Get Earshot')
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  await keyboard.expectFocus(ACCOUNT_BUTTON)
}

async function showNotices(keyboard: KeyboardUser) {
  const { page } = keyboard
  await page.goto(`${url}/home?code=-10000`)
  await keyboard.expectDialog('Notice')
  await keyboard.press('Escape', 'Escape')
  await keyboard.expectFocusTrapped()
  await keyboard.expectDialog('Notice')
  await keyboard.expectFocus('button "OK"')
  // The query is removed from the URL after half a second, so that a reload does not show the notice again.
  await keyboard.expectAddress(/^\/home$/)
  await Promise.all([page.waitForEvent('load'), keyboard.press('Enter')])
  await page.getByRole('button', { name: 'New recording' }).waitFor()
  await keyboard.expectNoDialog()
  await page.goto(`${url}/home?code=-9999`)
  await keyboard.expectDialog('Notice')
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  // Nothing had the focus before, so Tab starts at the top of the page.
  await keyboard.press('Tab')
  await keyboard.expectFocus('link "Skip to content"')
}

async function openMembershipPages(keyboard: KeyboardUser) {
  await keyboard.tabTo(ACCOUNT_BUTTON)
  await selectMenuItem(keyboard, ACCOUNT_BUTTON, 'Membership')
  await keyboard.press('Enter')
  await keyboard.expectAddress(/^\/member\//)
  await keyboard.expectFocus('main')
  for (const [link, heading] of [
    ['Manage', 'Manage'],
    ['All use', 'History'],
    ['Membership', 'Membership'],
  ]) {
    await keyboard.tabTo(`link "${link}"`)
    await keyboard.press('Enter')
    await keyboard.page.locator('main h1', { hasText: heading! }).waitFor()
    await keyboard.expectFocus('main')
  }
}

async function trashAndRestore(keyboard: KeyboardUser) {
  await keyboard.press('g', 'f')
  await keyboard.expectAddress(/categoryId=allFiles$/)
  // Until the list is rendered, / opens the search.
  await keyboard.page.getByRole('main').getByRole('link', { name: 'silent night' }).waitFor()
  await keyboard.press('/')
  await keyboard.expectFocus(/^searchbox/)
  await keyboard.press('ArrowDown')
  await keyboard.expectFocus('link "silent night"')
  await keyboard.press('Delete')
  await keyboard.expectFocus('link "Interview"')
  await keyboard.tabTo('button "Undo"')
  await keyboard.press('Enter')
  await keyboard.expectFocus('main')
  await keyboard.tabTo(/^link "(Interview|silent night)"/)
  await keyboard.press('Delete')
  await keyboard.expectFocus(/^link "(Interview|silent night)"/)
  // An open toast does not block keyboard shortcuts.
  await keyboard.press('g', 'h')
  await keyboard.expectAddress(/^\/$/)
  await keyboard.tabTo(/^link "Trash 1/, { key: 'Shift+Tab' })
  await keyboard.press('Enter')
  await keyboard.expectFocus('main')
  await keyboard.tabTo(/^link "(Interview|silent night)"/)
  // The checkbox is between the name and the menu button.
  await keyboard.press('Tab', 'Tab', 'Enter')
  await keyboard.expectFocus(/^menuitem "Restore/)
  await keyboard.press('Enter')
  await keyboard.expectFocus('heading "Trash"')
}

async function signOutByKeyboard(keyboard: KeyboardUser) {
  const openSignOutDialog = async () => {
    await keyboard.press('ArrowUp')
    await keyboard.expectFocus('menuitem "Sign out"')
    await keyboard.press('Enter')
    await keyboard.expectDialog(/^Sign out/)
  }
  await keyboard.tabTo(ACCOUNT_BUTTON)
  await openSignOutDialog()
  await keyboard.expectFocusTrapped()
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  await keyboard.expectFocus(ACCOUNT_BUTTON)
  await openSignOutDialog()
  await keyboard.tabTo('button "Sign out"')
  await keyboard.press('Enter')
  await keyboard.expectAddress(/^\/login$/)
}
