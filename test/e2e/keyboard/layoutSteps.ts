import { expect } from 'vitest'
import type { KeyboardUser } from './KeyboardUser.ts'

/** The user menu button of the account used here. */
export const ACCOUNT_BUTTON = /^button ".*lena@example/

export async function acceptCookieNotice(keyboard: KeyboardUser) {
  await keyboard.tabTo('button "Only necessary"')
  await keyboard.press('Enter')
  await keyboard.expectFocus('main')
}

export async function checkTabOrder(keyboard: KeyboardUser) {
  const stops = await keyboard.allStops()
  const layoutStops = [
    'link "Skip to content"',
    'link "Earshot home"',
    'button "Search or go to…"',
    'button "Collapse sidebar"',
    expect.stringMatching(ACCOUNT_BUTTON),
    'button "New recording"',
    'link "Home"',
    'link "Ask AI"',
    'link "Templates beta"',
    expect.stringMatching(/^link "Explore/),
    'link "All files 2"',
    'link "Unorganized 2"',
    'link "Trash 0"',
    'link "Web uploads 2"',
    'button "New folder"',
    expect.stringMatching(/^link "Research/),
    'button "Actions for Research"',
    expect.stringMatching(/minutes left/),
    'button "Go Unlimited"',
    'link "Get a device"',
    'button "Everything is up to date"',
    'button "Right sidebar"',
  ]
  expect(stops.slice(0, layoutStops.length)).toEqual(layoutStops)
  expect(stops.slice(layoutStops.length)).toEqual(expect.arrayContaining(['link "silent night"', 'link "Interview"']))
}

export async function useSkipLink(keyboard: KeyboardUser) {
  await keyboard.tabTo('link "Skip to content"')
  await keyboard.press('Enter')
  await keyboard.expectFocus('main')
  await keyboard.press('Tab')
  await keyboard.expectFocus(/^button "Record/)
}

export async function openSidebarRows(keyboard: KeyboardUser) {
  const rows = [
    ['link "Ask AI"', /^\/ask$/],
    ['link "Templates beta"', /^\/community-templates$/],
    [/^link "Trash/, /categoryId=trash$/],
    [/^link "Research/, /\?tagId=/],
    [/^link "All files 2/, /categoryId=allFiles$/],
    ['link "Home"', /^\/$/],
  ] as const
  for (const [rowName, address] of rows) {
    await keyboard.tabTo(rowName, { key: 'Shift+Tab' })
    await keyboard.press('Enter')
    await keyboard.expectAddress(address)
    await keyboard.expectFocus('main')
  }
}

export async function toggleSidebar(keyboard: KeyboardUser) {
  await keyboard.tabTo('button "Collapse sidebar"', { key: 'Shift+Tab' })
  await keyboard.press('Enter')
  await keyboard.expectFocus('button "Expand sidebar"')
  await keyboard.press('Enter')
  await keyboard.expectFocus('button "Collapse sidebar"')
  await keyboard.press('Enter')
  await keyboard.tabTo(/^button "Hide sidebar/)
  await keyboard.press('Enter')
  await keyboard.expectFocus(/^button "Show sidebar/)
  await keyboard.press('Enter')
  await keyboard.expectFocus('button "Collapse sidebar"')
  await keyboard.press('[')
  await keyboard.expectFocus(/^button "Show sidebar/)
  await keyboard.press('[')
  await keyboard.expectFocus('button "Collapse sidebar"')
}

/** Opens the menu, checks that its first item has the focus, and moves to another item by typing its first letters. */
export async function selectMenuItem(
  keyboard: KeyboardUser,
  trigger: string | RegExp,
  item: string,
  { first: firstItem = /^menuitem "/ } = {},
) {
  await keyboard.expectFocus(trigger)
  await keyboard.press('ArrowDown')
  await keyboard.expectFocus(firstItem)
  await keyboard.type(item.slice(0, 4).toLowerCase())
  await keyboard.expectFocus(new RegExp(`^menuitem "${item}`))
}

export async function useUserMenu(keyboard: KeyboardUser) {
  await keyboard.tabTo(ACCOUNT_BUTTON)
  await keyboard.press('Enter')
  await keyboard.expectFocus(/^menuitem "Settings/)
  await keyboard.press('ArrowDown', 'ArrowUp', 'End')
  await keyboard.expectFocus('menuitem "Sign out"')
  await keyboard.press('Escape')
  await selectMenuItem(keyboard, ACCOUNT_BUTTON, 'Appearance')
  await keyboard.press('ArrowRight')
  await keyboard.expectFocus(/^menuitemradio "System"/)
  await keyboard.press('ArrowLeft')
  await keyboard.expectFocus('menuitem "Appearance"')
  await keyboard.press('Enter')
  await keyboard.expectFocus(/^menuitemradio "System"/)
  await keyboard.tabTo(/^menuitemradio "Dark"/, { key: 'ArrowDown', most: 12 })
  await keyboard.press('Enter')
  await keyboard.expectFocus(ACCOUNT_BUTTON)
  expect(await keyboard.page.locator('html').getAttribute('data-theme')).toBe('dark')
}

/** Switches the language to German and back in a submenu, without a reload. */
export async function switchLanguage(keyboard: KeyboardUser) {
  await keyboard.page.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }))
  await selectMenuItem(keyboard, ACCOUNT_BUTTON, 'Language')
  await keyboard.press('ArrowRight')
  await keyboard.expectFocus(/^menuitemradio "English"/)
  await keyboard.tabTo(/^menuitemradio "Deutsch"/, { key: 'ArrowDown', most: 12 })
  await keyboard.press('Enter')
  await keyboard.page.getByRole('button', { name: 'Neue Aufnahme' }).waitFor()
  await selectMenuItem(keyboard, ACCOUNT_BUTTON, 'Sprache')
  await keyboard.press('ArrowRight')
  await keyboard.expectFocus(/^menuitemradio "English"/)
  await keyboard.press('Enter')
  await keyboard.page.getByRole('button', { name: 'New recording' }).waitFor()
  await keyboard.expectFocus(ACCOUNT_BUTTON)
  expect(await keyboard.page.evaluate(() => 'isTheSamePage' in globalThis)).toBe(true)
}

export async function resizeList(keyboard: KeyboardUser) {
  await keyboard.tabTo(/^separator "List width"/, { key: 'Shift+Tab' })
  const width = async () => Number(await keyboard.page.locator(':focus').getAttribute('aria-valuenow'))
  const before = await width()
  await keyboard.press('ArrowRight', 'ArrowRight', 'ArrowLeft')
  await expect.poll(width).toBe(before + 16)
  await keyboard.press('End', 'ArrowRight')
  await expect.poll(width).toBe(520)
}

export async function toggleRightSidebar(keyboard: KeyboardUser) {
  await keyboard.press('g', 'h')
  await keyboard.expectAddress(/^\/$/)
  await keyboard.expectFocus('main')
  for (const key of ['Escape', ']']) {
    await keyboard.press(']')
    await keyboard.expectFocus(/Right sidebar/)
    await keyboard.press('Tab')
    await keyboard.expectFocus(/^button "Close right sidebar/)
    await keyboard.press(key)
    await keyboard.expectFocus('main')
  }
}

export async function useExplore(keyboard: KeyboardUser) {
  await keyboard.tabTo(/^link "Explore/, { key: 'Shift+Tab' })
  await keyboard.press('Enter')
  await keyboard.expectAddress(/#integration$/)
  await keyboard.page.getByRole('heading', { name: 'Explore', level: 1 }).waitFor()
  await keyboard.expectFocus('main')
  await keyboard.tabTo(/^button "Close/)
  await keyboard.press('Enter')
  await keyboard.expectAddress(/^\/$/)
  await keyboard.expectFocus('main')
}

export async function useSyncStatus(keyboard: KeyboardUser) {
  await keyboard.tabTo('button "Everything is up to date"', { key: 'Shift+Tab' })
  await keyboard.press('Enter')
  await keyboard.expectDialog(/up to date/)
  await keyboard.press('Escape')
  await keyboard.expectFocus('button "Everything is up to date"')
}

export async function checkPhoneTabOrder(keyboard: KeyboardUser) {
  const stops = await keyboard.allStops()
  expect(stops.slice(0, 4)).toEqual([
    'link "Skip to content"',
    'button "Library"',
    'button "Everything is up to date"',
    'button "Search or go to…"',
  ])
  expect(stops.slice(-5)).toEqual([
    'link "Home"',
    'link "Ask"',
    'button "New"',
    'link "Templates"',
    expect.stringMatching(/Me"$/),
  ])
}

export async function usePhoneLibrary(keyboard: KeyboardUser) {
  await keyboard.tabTo('button "Library"')
  await keyboard.press('Enter')
  await keyboard.expectDialog('Library')
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  await keyboard.expectFocus('button "Library"')
  await keyboard.press('Enter')
  await keyboard.expectDialog('Library')
  await keyboard.tabTo(/^link "Trash/)
  await keyboard.press('Enter')
  await keyboard.expectAddress(/categoryId=trash$/)
  await keyboard.expectNoDialog()
  await keyboard.expectFocus('main')
}

export async function usePhoneBar(keyboard: KeyboardUser) {
  await keyboard.tabTo('button "New"')
  await keyboard.press('Enter')
  await keyboard.expectFocus(/^menuitem "Record in this browser/)
  await keyboard.press('Escape')
  await keyboard.expectFocus('button "New"')
  await keyboard.tabTo(/^button ".*Me"$/)
  await keyboard.press('ArrowUp')
  await keyboard.expectFocus('menuitem "Sign out"')
  await keyboard.press('Escape')
  await keyboard.expectFocus(/^button ".*Me"$/)
}

export async function usePhoneSettings(keyboard: KeyboardUser) {
  await keyboard.press('Control+,')
  await keyboard.expectDialog('Settings')
  await keyboard.tabTo('button "About"')
  await keyboard.press('Enter')
  await keyboard.expectFocus('heading "About"')
  await keyboard.tabTo('button "Back"', { key: 'Shift+Tab' })
  await keyboard.press('Enter')
  await keyboard.expectFocus('button "About"')
  await keyboard.press('Escape')
  await keyboard.expectNoDialog()
  await keyboard.expectFocus(/^button ".*Me"$/)
}
