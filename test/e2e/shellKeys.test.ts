import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startEarshot } from '#test/running/startEarshot.ts'
import { tone } from '#test/world/tone.ts'
import { type User, signUp, uploadSound } from '#test/world/user.ts'
import { KeyWalk } from './keyWalk.ts'
import { launchBrowser } from './browser.ts'

let dir: string
let running: Running
let browser: Browser
let user: User

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-keys-'))
  const settings = { EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error', SIGN_UP: 'open', WELCOME: 'off' }
  running = await startEarshot({ PORT: '4388', DATA_DIR: join(dir, 'data'), ...settings })
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

const BODY = 'body'
const ACCOUNT = /^button "lena/

/** A browser of its own, signed in; `said` is what its console had to complain of. */
async function walker({ width, height }: { width: number; height: number }): Promise<{ keys: KeyWalk; said: string[] }> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', locale: 'en-US' })
  await context.addInitScript((token) => {
    if (!sessionStorage.getItem('begun')) localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: token, expires: null }))
    sessionStorage.setItem('begun', 'yes')
  }, user.token)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  return { keys: new KeyWalk(page), said }
}

const at = (keys: KeyWalk): string => {
  const { pathname, search, hash } = new URL(keys.page.url())
  return pathname + search + hash
}
const expectAt = (keys: KeyWalk, address: string | RegExp) => expect.poll(() => at(keys), { timeout: 10_000 }).toMatch(address)

describe('the shell by keyboard alone (A§2, B§2)', () => {
  it('at 1440 px', async () => {
    const { keys, said } = await walker({ width: 1440, height: 900 })
    const { page } = keys
    await page.goto(`${running.url}/home`)
    await page.getByRole('link', { name: /Interview/ }).first().waitFor()
    const steps: [string, () => Promise<void>][] = [
      ['cookies', () => cookieNotice(keys)],
      ['stops', () => stopsOfHome(keys)],
      ['skip', () => skipLink(keys)],
      ['rows', () => sidebarRows(keys)],
      ['sidebar', () => sidebarStates(keys)],
      ['user menu', () => userMenu(keys)],
      ['new recording', () => newRecording(keys)],
      ['settings', () => settings(keys)],
      ['palette', () => palette(keys)],
      ['keys', () => keysList(keys)],
      ['letters', () => letters(keys)],
      ['panels', () => panels(keys)],
      ['desktop', () => desktop(keys)],
      ['notices', () => notices(keys)],
      ['members', () => memberPages(keys)],
      ['trash', () => trashAndBack(keys)],
      ['signOut', () => signOut(keys)],
    ]
    for (const [name, step] of steps) {
      const begun = performance.now()
      await step().catch((error: unknown) => keys.troubles.push(`${name}: ${String(error).slice(0, 600)} | focus ${''}`))
      console.log(name, Math.round(performance.now() - begun), at(keys))
    }
    expect({ focus: keys.troubles, said: said.filter((text) => !text.includes('earshot:')) }).toEqual({ focus: [], said: [] })
    await page.context().close()
  })
})

async function cookieNotice(keys: KeyWalk) {
  await keys.page.getByRole('button', { name: 'OK' }).waitFor()
  await keys.tabTo('button "OK"')
  await keys.press('Enter')
  await keys.expectFocus('main')
}

async function stopsOfHome(keys: KeyWalk) {
  const stops = await keys.allStops()
  console.log(stops)
}

async function skipLink(keys: KeyWalk) {
  await keys.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await keys.press('Tab')
  await keys.expectFocus('link "Skip to the content"')
  await keys.press('Enter')
  await keys.expectFocus('main')
  await keys.press('Tab')
  console.log('after main', await keys.focus())
}

async function sidebarRows(keys: KeyWalk) {
  for (const [row, to] of [
    ['link "Ask AI beta"', '/ask'],
    ['link "Templates beta"', '/community-templates'],
    [/^link "Trash/, '/file-list?categoryId=trash'],
    [/^link "Research/, '/file-list?tagId='],
    [/^link "All files/, '/file-list?categoryId=allFiles'],
    ['link "Home"', '/home'],
  ] as const) {
    await keys.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    try { await keys.tabTo(row) } catch (error) { keys.troubles.push(String(error)); continue }
    await keys.press('Enter')
    await expect.poll(() => at(keys)).toContain(to === '/home' ? '/' : to)
    await keys.expectFocus('main')
  }
}

async function sidebarStates(keys: KeyWalk) {
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

async function userMenu(keys: KeyWalk) {
  await keys.tabTo(ACCOUNT)
  await keys.press('Enter')
  await keys.expectFocus(/^menuitem "Settings/)
  await keys.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await keys.expectFocus('menuitem "Appearance"')
  await keys.press('ArrowRight')
  await keys.expectFocus(/^menuitemradio "As the system"/)
  await keys.press('Escape')
  console.log('esc in sub', await keys.focus())
  await keys.press('Escape')
  await keys.expectFocus(ACCOUNT)
  await keys.press('ArrowDown')
  await keys.expectFocus(/^menuitem "Settings/)
  await keys.type('app')
  await keys.expectFocus('menuitem "Appearance"')
  await keys.press('Enter')
  await keys.expectFocus(/^menuitemradio "As the system"/)
  await keys.type('d')
  await keys.expectFocus(/^menuitemradio "Dark"/)
  await keys.press('Enter')
  await keys.expectFocus(ACCOUNT)
  console.log('theme', await keys.page.evaluate(() => [document.documentElement.dataset, document.documentElement.className]))
  await keys.page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
  await keys.press('ArrowDown')
  await keys.expectFocus(/^menuitem "Settings/)
  await keys.type('lang')
  await keys.expectFocus('menuitem "Language"')
  await keys.press('ArrowRight')
  await keys.expectFocus(/^menuitemradio "English"/)
  await keys.type('deu')
  await keys.expectFocus(/^menuitemradio "Deutsch"/)
  await keys.press('Enter')
  await keys.page.getByRole('link', { name: 'Zum Inhalt' }).or(keys.page.getByRole('button', { name: 'Neue Aufnahme' })).first().waitFor()
  console.log(await keys.focus())
  await keys.press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight')
  await keys.expectFocus(/^menuitemradio/)
  await keys.type('engl')
  await keys.press('Enter')
  await keys.page.getByRole('button', { name: 'New recording' }).waitFor()
  await keys.expectFocus(ACCOUNT)
  expect(await keys.page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
}

async function newRecording(keys: KeyWalk) {
  await keys.tabTo('button "New recording"')
  await keys.press('Enter')
  await keys.expectFocus(/^menuitem "Start recording/)
  await keys.press('Escape')
  await keys.expectFocus('button "New recording"')
  await keys.press('ArrowUp')
  await keys.expectFocus(/^menuitem "Upload audio/)
  await keys.press('Enter')
  await keys.expectDialog('Upload')
  console.log('upload focus', await keys.focus())
  await keys.expectHeldInside()
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus('button "New recording"')
}

async function settings(keys: KeyWalk) {
  await keys.press('Control+,')
  await keys.expectDialog('Settings')
  console.log('settings focus', await keys.focus())
  await keys.expectHeldInside()
  for (const pane of ['Ways to sign in', 'Appearance', 'About']) {
    console.log(await keys.page.locator('nav[aria-label=Settings] button').allInnerTexts())
    try { await keys.tabTo(new RegExp(`^button "${pane}`)) } catch (error) { keys.troubles.push(String(error)); continue }
    await keys.press('Enter')
    await keys.page.getByRole('heading', { level: 3, name: pane }).waitFor()
  }
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus('button "New recording"')
}

async function palette(keys: KeyWalk) {
  const open = async () => {
    await keys.press('Control+k')
    await keys.expectDialog(/./)
    await keys.expectFocus(/^combobox/)
  }
  await open()
  await keys.press('Control+k')
  await keys.expectNoDialog()
  await keys.expectFocus('button "New recording"')
  await open()
  await keys.press('Tab', 'Shift+Tab')
  await keys.expectFocus(/^combobox/)
  await keys.type('silent')
  await keys.page.getByRole('option', { name: /silent night/ }).waitFor()
  await keys.press('ArrowDown', 'ArrowUp')
  await keys.press('Enter')
  await expect.poll(() => at(keys)).toContain('/file/')
  await keys.expectNoDialog()
  await keys.page.getByRole('slider').waitFor()
  console.log('at file, focus', await keys.focus())
  await open()
  await keys.type('resea')
  await keys.page.getByRole('option', { name: /Research/ }).waitFor()
  await keys.press('Enter')
  await expect.poll(() => at(keys)).toContain('/file-list?tagId=')
  await keys.expectNoDialog()
  console.log('at folder, focus', await keys.focus())
  await open()
  await keys.type('privacy and')
  await keys.page.getByRole('option', { name: /Privacy and data/ }).waitFor()
  await keys.press('Enter')
  await keys.expectDialog('Settings')
  await keys.press('Escape')
  await keys.expectNoDialog()
  console.log('after settings, focus', await keys.focus())
  await keys.press('Tab')
  expect(await keys.focus()).not.toBe(BODY)
}

async function keysList(keys: KeyWalk) {
  await keys.press('?')
  await keys.expectDialog(/Keyboard/)
  await keys.tabTo(/^switch/)
  await keys.press('Space')
  await keys.press('Escape')
  await keys.expectNoDialog()
  const before = at(keys)
  await keys.press('g', 'h', '?', '[')
  expect(at(keys)).toBe(before)
  await keys.expectNoDialog()
  await keys.press('Control+k')
  await keys.expectFocus(/^combobox/)
  await keys.type('keyboard')
  await keys.page.getByRole('option', { name: /Keyboard/i }).waitFor()
  await keys.press('Enter')
  await keys.expectDialog(/Keyboard/)
  await keys.tabTo(/^switch/)
  await keys.press('Space')
  await keys.press('Escape')
  await keys.expectNoDialog()
}

async function letters(keys: KeyWalk) {
  for (const [second, to] of [['h', '/'], ['f', '/file-list?categoryId=allFiles'], ['a', '/ask'], ['t', '/community-templates']] as const) {
    await keys.press('g', second)
    await expectAt(keys, to.replace('?', '\\?'))
    await expect.poll(() => keys.focus(), { timeout: 5000 }).not.toBe(BODY)
    console.log(second, at(keys), await keys.focus())
  }
  await keys.press('/')
  await expectAt(keys, '/search')
  await keys.expectFocus(/^searchbox/)
  await keys.type('inter')
  await keys.page.getByRole('link', { name: /Interview/ }).first().waitFor()
  await keys.press('ArrowDown')
  console.log('search down', await keys.focus())
  await keys.press('Enter')
  await expectAt(keys, '/file/')
  await keys.page.getByRole('slider').waitFor()
  console.log('file', await keys.focus())
  await keys.tabTo(/^separator "Width/, { key: 'Shift+Tab' })
  const wide = async () => Number(await keys.page.locator(':focus').getAttribute('aria-valuenow'))
  const was = await wide()
  await keys.press('ArrowRight', 'ArrowRight')
  expect(await wide()).toBe(was + 32)
  await keys.press('ArrowLeft')
  await keys.press('End')
  await keys.press('Home')
  await keys.look()
}

async function panels(keys: KeyWalk) {
  await keys.press('g', 'h')
  await expectAt(keys, /^\/$|home/)
  console.log('home', await keys.focus())
  await keys.press(']')
  await keys.expectFocus(/Right sidebar/)
  await keys.press('Tab')
  console.log('in right', await keys.focus())
  await keys.press('Escape')
  console.log('right closed', await keys.focus())
  await keys.press(']', ']')
  console.log('right closed by key', await keys.focus())
  await keys.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await keys.tabTo('link "Explore"')
  await keys.press('Enter')
  await expectAt(keys, '#integration')
  await keys.page.getByRole('heading', { name: 'Explore' }).waitFor()
  await keys.expectFocus('main')
  await keys.tabTo(/^button "Close/)
  await keys.press('Enter')
  await keys.expectFocus('main')
  expect(at(keys)).not.toContain('#')
  await keys.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const sync = await keys.page.locator('header button[aria-haspopup=dialog]').innerText()
  await keys.tabTo(new RegExp(sync.slice(0, 12)))
  await keys.press('Enter')
  await keys.expectDialog(/./)
  console.log('sync', await keys.focus())
  await keys.press('Escape')
  await keys.expectFocus(new RegExp(sync.slice(0, 12)))
}

async function desktop(keys: KeyWalk) {
  await keys.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await keys.tabTo(ACCOUNT)
  await keys.press('ArrowDown')
  await keys.expectFocus(/^menuitem "Settings/)
  await keys.type('down')
  await keys.press('Enter')
  await keys.expectDialog(/./)
  console.log('download', await keys.focus(), await keys.page.getByRole('dialog').getByRole('heading').first().innerText())
  await keys.expectHeldInside()
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus(ACCOUNT)
  await keys.press('n')
  await keys.expectDialog(/./)
  console.log('launch', await keys.focus(), await keys.page.getByRole('dialog').getByRole('heading').first().innerText())
  await keys.page.getByRole('dialog', { name: /program|desktop|Download/i }).waitFor()
  await keys.page.getByRole('link', { name: /all/i }).waitFor()
  await keys.expectDialog(/./)
  console.log('offer', await keys.focus(), await keys.page.getByRole('dialog').getByRole('heading').first().innerText())
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus(ACCOUNT)
}

async function notices(keys: KeyWalk) {
  await keys.page.goto(`${running.url}/home?code=-10000`)
  await keys.expectDialog('Notice')
  await keys.press('Escape')
  await keys.press('Escape')
  await keys.expectDialog('Notice')
  await keys.expectHeldInside()
  await keys.tabTo(/^button "(OK|Confirm)"/)
  await Promise.all([keys.page.waitForEvent('load'), keys.press('Enter')])
  await keys.page.getByRole('button', { name: 'New recording' }).waitFor()
  await keys.expectNoDialog()
  expect(at(keys)).toBe('/home')
  await keys.page.goto(`${running.url}/home?code=-9999`)
  await keys.expectDialog('Notice')
  await keys.press('Escape')
  await keys.expectNoDialog()
  console.log('after migrate', await keys.focus(), at(keys))
  await keys.press('Tab')
  console.log('tab', await keys.focus())
}

async function memberPages(keys: KeyWalk) {
  await keys.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await keys.tabTo(ACCOUNT)
  await keys.press('ArrowDown')
  await keys.expectFocus(/^menuitem "Settings/)
  await keys.press('ArrowDown', 'Enter')
  await expectAt(keys, '/member/')
  console.log('member', at(keys), await keys.focus())
  await keys.expectFocus('main')
  const nav = keys.page.locator('main nav a')
  await nav.first().waitFor()
  for (const name of await nav.allInnerTexts()) {
    await keys.tabTo(`link "${name}"`)
    await keys.press('Enter')
    await keys.page.locator(`main nav a[aria-current=page]:has-text("${name}")`).waitFor()
    console.log(name, at(keys), await keys.focus())
  }
}

async function trashAndBack(keys: KeyWalk) {
  await keys.press('g', 'f')
  await expectAt(keys, '/file-list')
  await keys.press('/')
  await keys.expectFocus(/^searchbox/)
  await keys.press('ArrowDown')
  await keys.expectFocus(/^link "/)
  const first = await keys.focus()
  await keys.press('Delete')
  console.log('deleted', first, await keys.focus())
  await keys.press('Tab')
  console.log('then', await keys.focus())
  await keys.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await keys.tabTo(/^link "Trash/)
  await keys.press('Enter')
  await keys.expectFocus('main')
  await keys.tabTo(/^link "(Interview|silent)/)
  await keys.press('Tab')
  console.log('menu', await keys.focus())
  await keys.press('Enter')
  await keys.expectFocus(/^menuitem "Restore/)
  await keys.press('Enter')
  await keys.page.getByText(/restored/i).first().waitFor()
  console.log('restored', await keys.focus())
}

async function signOut(keys: KeyWalk) {
  await keys.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await keys.tabTo(ACCOUNT)
  await keys.press('ArrowUp')
  await keys.expectFocus('menuitem "Sign out"')
  await keys.press('Enter')
  await keys.expectDialog(/Sign out/)
  await keys.expectHeldInside()
  await keys.press('Escape')
  await keys.expectNoDialog()
  await keys.expectFocus(ACCOUNT)
  await keys.press('ArrowUp')
  await keys.expectFocus('menuitem "Sign out"')
  await keys.press('Enter')
  await keys.expectDialog(/Sign out/)
  await keys.tabTo('button "Sign out"')
  await keys.press('Enter')
  await expectAt(keys, '/login')
  console.log('login', await keys.focus())
}
