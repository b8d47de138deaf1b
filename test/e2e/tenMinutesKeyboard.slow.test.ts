import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POPUP_RULES, axeFindings } from '#test/browser/axeFindings.ts'
import { findLayoutShifts, recordLayoutShifts } from '#test/browser/layoutShifts.ts'
import { launchBrowser } from '../browser/launchBrowser.ts'
import { KeyboardUser } from './keyboard/KeyboardUser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

/** Chromium's fake microphone, which beeps once a second, with the permission granted. */
const FAKE_MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const { url } = sharedEarshot
let browser: Browser
let keyboard: KeyboardUser
const consoleErrors: string[] = []

beforeAll(async () => {
  browser = await launchBrowser({ args: FAKE_MICROPHONE })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await recordLayoutShifts(context)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  keyboard = new KeyboardUser(page)
})
afterAll(async () => {
  await browser.close()
})

const recorderBar = () => keyboard.page.getByRole('region', { name: 'Recording in progress' })

/** Returns accessibility problems for users of screen readers and touch screens. */
const findProblems = (rules?: object): Promise<string[]> => axeFindings(keyboard.page, rules)

describe('the first ten minutes with the keyboard only', () => {
  it('sign up', async () => {
    await keyboard.page.goto(`${url}/login`)
    await keyboard.page.getByRole('heading', { level: 1 }).waitFor()
    await keyboard.tabTo('button "Create account"')
    await keyboard.press('Enter')
    await keyboard.page.getByRole('heading', { level: 1, name: 'Create account' }).waitFor()
    await keyboard.tabTo(/^textbox "Email/)
    await keyboard.type('keyboard-only@example.org')
    await keyboard.tabTo(/^textbox "Password/)
    await keyboard.type('correct horse battery')
    expect(await findProblems()).toEqual([])
    await keyboard.press('Enter')
    await keyboard.page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor()
    await keyboard.tabTo('button "Only necessary"')
    await keyboard.press('Enter')
    await keyboard.expectFocus('main')
    expect(await findProblems()).toEqual([])
  })

  it('record and stop, which opens the page of the recording', async () => {
    await keyboard.tabTo(/^button "Record /)
    await keyboard.press('Enter')
    await keyboard.expectDialog('Record in this browser')
    await keyboard.tabTo('textbox "Title"')
    await keyboard.type('Beeps')
    await keyboard.press('Enter')
    await expect.poll(() => recorderBar().getByRole('timer').innerText()).toMatch(/0:0[3-9]/)
    await keyboard.press('m')
    expect(await findProblems()).toEqual([])
    await keyboard.tabTo('button "Stop"')
    await keyboard.press('Enter')
    await keyboard.page.waitForURL(/\/file\/[0-9a-f]{32}/)
    await keyboard.page.getByText('Too short for an overview.').waitFor()
    expect(await findProblems()).toEqual([])
  })

  it('play, pause and move with the keys of the player wherever the focus is', async () => {
    const player = keyboard.page.getByRole('region', { name: 'Player' })
    await keyboard.tabTo(/^button "Play from \d:\d\d/)
    await keyboard.press('Enter')
    await player.getByRole('button', { name: 'Pause' }).waitFor()
    await keyboard.press('k')
    await player.getByRole('button', { name: 'Play' }).waitFor()
    await keyboard.press('Escape')
    expect(keyboard.address()).toMatch(/^\/file\//)
  })

  it('change the title with F2', async () => {
    await keyboard.press('F2')
    await keyboard.expectFocus(/^textbox "/)
    await keyboard.press('Control+a')
    await keyboard.type('Beeps of a kitchen')
    await keyboard.press('Enter')
    const heading = keyboard.page.getByRole('heading', { level: 1 })
    await expect.poll(() => heading.innerText()).toBe('Beeps of a kitchen')
  })

  it('find the recording again and copy its text', async () => {
    await keyboard.press('g', 'h')
    await keyboard.expectAddress(/^\/$/)
    expect(await findProblems()).toEqual([])
    await keyboard.press('Control+k')
    await keyboard.expectFocus(/^combobox/)
    await keyboard.type('kitchen')
    expect(await findProblems(POPUP_RULES)).toEqual([])
    await keyboard.press('Enter')
    await keyboard.expectAddress(/^\/file\//)
    await keyboard.tabTo('button "Copy transcript"')
    await keyboard.press('Enter')
    await keyboard.page.getByText('Transcript copied').first().waitFor()
    await keyboard.press('Control+k')
    await keyboard.expectFocus(/^combobox/)
    await keyboard.press('Control+v')
    await expect.poll(() => keyboard.page.getByRole('combobox').inputValue()).toMatch(/\w+ \w+/)
  })

  it('never lost or hid the focus, and caused no layout shift', async () => {
    expect({ focus: keyboard.focusProblems, console: consoleErrors }).toEqual({ focus: [], console: [] })
    expect(await findLayoutShifts(keyboard.page)).toEqual([])
  })
})
