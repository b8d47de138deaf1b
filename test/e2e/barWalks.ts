import { expect } from 'vitest'
import type { KeyWalk } from './keyWalk.ts'

/** The user menu button of the account used here. */
export const ACCOUNT = /^button ".*lena@example/

export async function cookieNotice(keys: KeyWalk) {
  await keys.tabTo('button "OK"')
  await keys.press('Enter')
  await keys.expectFocus('main')
}

export async function order(keys: KeyWalk) {
  const stops = await keys.allStops()
  const shell = [
    'link "Skip to the content"',
    'link "Earshot, home page"',
    'button "Collapse the sidebar"',
    expect.stringMatching(ACCOUNT),
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
    expect.stringMatching(/^button "Search or go to/),
    'button "All is up to date"',
    'button "Right sidebar"',
  ]
  expect(stops.slice(0, shell.length)).toEqual(shell)
  expect(stops.slice(shell.length)).toEqual(expect.arrayContaining(['link "silent night"', 'link "Interview"']))
}

export async function skipLink(keys: KeyWalk) {
  await keys.tabTo('link "Skip to the content"')
  await keys.press('Enter')
  await keys.expectFocus('main')
  await keys.press('Tab')
  await keys.expectFocus(/^button "Record/)
}

export async function sidebarRows(keys: KeyWalk) {
  const rows = [
    ['link "Ask AI"', /^\/ask$/],
    ['link "Templates beta"', /^\/community-templates$/],
    [/^link "Trash/, /categoryId=trash$/],
    [/^link "Research/, /\?tagId=/],
    [/^link "All files 2/, /categoryId=allFiles$/],
    ['link "Home"', /^\/$/],
  ] as const
  for (const [row, to] of rows) {
    await keys.tabTo(row, { key: 'Shift+Tab' })
    await keys.press('Enter')
    await keys.expectAt(to)
    await keys.expectFocus('main')
  }
}

export async function sidebarStates(keys: KeyWalk) {
  await keys.tabTo('button "Collapse the sidebar"', { key: 'Shift+Tab' })
  await keys.press('Enter')
  await keys.expectFocus('button "Expand the sidebar"')
  await keys.press('Enter')
  await keys.expectFocus('button "Collapse the sidebar"')
  await keys.press('Enter')
  await keys.tabTo(/^button "Hide the sidebar/)
  await keys.press('Enter')
  await keys.expectFocus(/^button "Show the sidebar/)
  await keys.press('Enter')
  await keys.expectFocus('button "Collapse the sidebar"')
  await keys.press('[')
  await keys.expectFocus(/^button "Show the sidebar/)
  await keys.press('[')
  await keys.expectFocus('button "Collapse the sidebar"')
}

/** Opens the menu, checks that its first item has the focus, and moves to another item by typing its first letters. */
export async function inMenu(keys: KeyWalk, trigger: string | RegExp, item: string, { first = /^menuitem "/ } = {}) {
  await keys.expectFocus(trigger)
  await keys.press('ArrowDown')
  await keys.expectFocus(first)
  await keys.type(item.slice(0, 4).toLowerCase())
  await keys.expectFocus(new RegExp(`^menuitem "${item}`))
}

export async function userMenu(keys: KeyWalk) {
  await keys.tabTo(ACCOUNT)
  await keys.press('Enter')
  await keys.expectFocus(/^menuitem "Settings/)
  await keys.press('ArrowDown', 'ArrowUp', 'End')
  await keys.expectFocus('menuitem "Sign out"')
  await keys.press('Escape')
  await inMenu(keys, ACCOUNT, 'Appearance')
  await keys.press('ArrowRight')
  await keys.expectFocus(/^menuitemradio "As the system"/)
  await keys.press('ArrowLeft')
  await keys.expectFocus('menuitem "Appearance"')
  await keys.press('Enter')
  await keys.expectFocus(/^menuitemradio "As the system"/)
  await keys.tabTo(/^menuitemradio "Dark"/, { key: 'ArrowDown', most: 12 })
  await keys.press('Enter')
  await keys.expectFocus(ACCOUNT)
  expect(await keys.page.locator('html').getAttribute('data-theme')).toBe('dark')
}

/** Switches the language to German and back in a submenu, without a reload. */
export async function languages(keys: KeyWalk) {
  await keys.page.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }))
  await inMenu(keys, ACCOUNT, 'Language')
  await keys.press('ArrowRight')
  await keys.expectFocus(/^menuitemradio "English"/)
  await keys.tabTo(/^menuitemradio "Deutsch"/, { key: 'ArrowDown', most: 12 })
  await keys.press('Enter')
  await keys.page.getByRole('button', { name: 'Neue Aufnahme' }).waitFor()
  await inMenu(keys, ACCOUNT, 'Sprache')
  await keys.press('ArrowRight')
  await keys.expectFocus(/^menuitemradio "English"/)
  await keys.press('Enter')
  await keys.page.getByRole('button', { name: 'New recording' }).waitFor()
  await keys.expectFocus(ACCOUNT)
  expect(await keys.page.evaluate(() => 'isTheSamePage' in globalThis)).toBe(true)
}

export async function listWidth(keys: KeyWalk) {
  await keys.tabTo(/^separator "Width of the list"/, { key: 'Shift+Tab' })
  const width = async () => Number(await keys.page.locator(':focus').getAttribute('aria-valuenow'))
  const before = await width()
  await keys.press('ArrowRight', 'ArrowRight', 'ArrowLeft')
  await expect.poll(width).toBe(before + 16)
  await keys.press('End', 'ArrowRight')
  await expect.poll(width).toBe(520)
}

export async function rightSidebar(keys: KeyWalk) {
  await keys.press('g', 'h')
  await keys.expectAt(/^\/$/)
  await keys.expectFocus('main')
  for (const key of ['Escape', ']']) {
    await keys.press(']')
    await keys.expectFocus(/Right sidebar/)
    await keys.press('Tab')
    await keys.expectFocus(/^button "Close the right sidebar/)
    await keys.press(key)
    await keys.expectFocus('main')
  }
}

export async function explore(keys: KeyWalk) {
  await keys.tabTo(/^link "Explore/, { key: 'Shift+Tab' })
  await keys.press('Enter')
  await keys.expectAt(/#integration$/)
  await keys.page.getByRole('heading', { name: 'Explore', level: 1 }).waitFor()
  await keys.expectFocus('main')
  await keys.tabTo(/^button "Close/)
  await keys.press('Enter')
  await keys.expectAt(/^\/$/)
  await keys.expectFocus('main')
}

export async function syncStatus(keys: KeyWalk) {
  await keys.tabTo('button "All is up to date"', { key: 'Shift+Tab' })
  await keys.press('Enter')
  await keys.expectDialog(/up to date/)
  await keys.press('Escape')
  await keys.expectFocus('button "All is up to date"')
}

export async function phoneOrder(keys: KeyWalk) {
  const stops = await keys.allStops()
  expect(stops.slice(0, 4)).toEqual([
    'link "Skip to the content"',
    'button "Library"',
    'button "All is up to date"',
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

export async function phoneLibrary(keys: KeyWalk) {
  await keys.tabTo('button "Library"')
  await keys.press('Enter')
  await keys.expectDialog('Library')
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus('button "Library"')
  await keys.press('Enter')
  await keys.expectDialog('Library')
  await keys.tabTo(/^link "Trash/)
  await keys.press('Enter')
  await keys.expectAt(/categoryId=trash$/)
  await keys.expectNoDialog()
  await keys.expectFocus('main')
}

export async function phoneBar(keys: KeyWalk) {
  await keys.tabTo('button "New"')
  await keys.press('Enter')
  await keys.expectFocus(/^menuitem "Record in this browser/)
  await keys.press('Escape')
  await keys.expectFocus('button "New"')
  await keys.tabTo(/^button ".*Me"$/)
  await keys.press('ArrowUp')
  await keys.expectFocus('menuitem "Sign out"')
  await keys.press('Escape')
  await keys.expectFocus(/^button ".*Me"$/)
}

export async function phoneSettings(keys: KeyWalk) {
  await keys.press('Control+,')
  await keys.expectDialog('Settings')
  await keys.tabTo('button "About"')
  await keys.press('Enter')
  await keys.expectFocus('heading "About"')
  await keys.tabTo('button "Back"', { key: 'Shift+Tab' })
  await keys.press('Enter')
  await keys.expectFocus('button "About"')
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus(/^button ".*Me"$/)
}
