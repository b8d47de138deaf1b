import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { paths } from '#shared/paths.ts'
import { axeFindings, axeThemeFindings } from '#test/browser/axeFindings.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { signUp, uploadRecording } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { launchBrowser } from '../browser/launchBrowser.ts'
import { KeyboardUser } from './keyboard/KeyboardUser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

const LINES = [
  ['Speaker 1', 'The vans leave at six every morning.'],
  ['Speaker 2', "And if the road to Casey's closes again?"],
  ['Speaker 1', "Then Casey's gets the boat."],
  ['Speaker 3', 'It always has.'],
] as const
const TRANSCRIPT = LINES.map(([speaker, content], index): Segment => {
  const start_time = index * 10_000
  const words = content
    .split(' ')
    .map((text, n): [number, number, string, number] => [start_time + n * 500, start_time + (n + 1) * 500, text, 0.9])
  const ids = { id: String(index + 1), speaker, original_speaker: speaker, language: 'en' }
  return { ...ids, start_time, end_time: words.at(-1)![1], content, words }
})

const { url } = sharedEarshot
let browser: Browser
let keyboard: KeyboardUser
const consoleErrors: string[] = []

beforeAll(async () => {
  const user = await signUp(url, 'editor')
  const { id } = await uploadRecording(user, createToneWav(40), { name: 'Interview' })
  await user.files.change({ params: { id }, body: { trans_result: TRANSCRIPT } })
  browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await storeValues(context, { tokenstr: user.token, consent: { statistics: false } })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  keyboard = new KeyboardUser(page)
  await page.goto(url + paths.file(id))
  await rows().last().waitFor()
  await keyboard.tabTo(/^tab "Summary/)
  await keyboard.press('End', 'Enter')
  await page.getByRole('tab', { name: 'Transcript', selected: true }).waitFor()
  await rows().last().waitFor()
})
afterAll(async () => {
  await browser.close()
})

const rows = () => keyboard.page.getByRole('list', { name: 'Transcript' }).getByRole('listitem')
const paragraphs = () => keyboard.page.getByRole('textbox', { name: 'Text of the paragraph' })
const panel = (name: string | RegExp) => keyboard.page.getByRole('complementary', { name })
const POLL_OPTIONS = { timeout: 10_000 }
const readTexts = () => paragraphs().allInnerTexts()
/** Returns the names that the panel of the speakers lists. */
const readSpeakers = () =>
  panel(/^Speakers/)
    .locator('bdi')
    .allInnerTexts()

/** Returns accessibility problems of the page in the light and in the dark theme. */
async function findProblems(): Promise<string[]> {
  const light = await axeFindings(keyboard.page)
  await keyboard.page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeThemeFindings(keyboard.page)
  await keyboard.page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}

/** Presses a key and waits until the server has saved the edit. */
async function pressUntilSaved(key: string): Promise<void> {
  const saved = keyboard.page.waitForResponse((response) => response.url().endsWith('/ai/update_source_info'))
  await keyboard.press(key)
  await saved
}

const TEXTS = LINES.map(([, content]) => content)

describe('a transcript with the keyboard only', () => {
  it('renames and merges its speakers, and undoes that', async () => {
    await keyboard.tabTo('button "Speaker 1"')
    await keyboard.press('Enter')
    await keyboard.expectFocus('textbox "Rename Speaker 1"')
    await keyboard.type('Lena Brandt')
    await keyboard.press('Enter')
    await expect.poll(readSpeakers, POLL_OPTIONS).toEqual(['Lena Brandt', 'Speaker 2', 'Speaker 3'])
    await keyboard.tabTo('button "Speaker 3"')
    await keyboard.press('Enter')
    await keyboard.expectFocus('textbox "Rename Speaker 3"')
    await keyboard.tabTo('button "Merge with…"')
    await keyboard.press('Enter')
    await keyboard.expectFocus('menuitem "Lena Brandt"')
    await keyboard.press('ArrowDown')
    await keyboard.expectFocus('menuitem "Speaker 2"')
    await pressUntilSaved('Enter')
    await expect.poll(readSpeakers, POLL_OPTIONS).toEqual(['Lena Brandt', 'Speaker 2'])
    await keyboard.page.getByText('Name changed').last().waitFor()
    await keyboard.press('Control+z')
    await expect.poll(readSpeakers, POLL_OPTIONS).toEqual(['Lena Brandt', 'Speaker 2', 'Speaker 3'])
  })

  it('assigns a paragraph to a new speaker from its menu', async () => {
    await keyboard.tabTo(/^button "Play from 0:00"/)
    await keyboard.press('ArrowDown', 'Tab')
    await keyboard.expectFocus('button "Actions for 0:10"')
    await keyboard.press('Enter')
    await keyboard.expectFocus('menuitemradio "Lena Brandt"')
    await keyboard.press('ArrowDown', 'ArrowDown', 'ArrowDown')
    await keyboard.expectFocus('menuitem "New speaker"')
    await keyboard.press('Enter')
    await expect.poll(readSpeakers, POLL_OPTIONS).toEqual(['Lena Brandt', 'Speaker 4', 'Speaker 3'])
  })

  it('is edited in place: typed, split, merged and undone', async () => {
    await keyboard.tabTo('button "Edit"')
    await keyboard.press('Enter')
    await paragraphs().last().waitFor()
    expect(await findProblems()).toEqual([])
    await keyboard.tabTo('textbox "Text of the paragraph"')
    await keyboard.press('End', 'Backspace')
    await keyboard.type(' and evening.')
    await keyboard.press('Control+Home', 'Control+ArrowRight', 'Control+ArrowRight', 'Enter')
    const [, ...others] = TEXTS
    await expect.poll(readTexts, POLL_OPTIONS).toEqual(['The vans', 'leave at six every morning and evening.', ...others])
    await keyboard.expectFocus('textbox "Text of the paragraph"')
    await keyboard.press('Backspace')
    await expect.poll(readTexts, POLL_OPTIONS).toEqual(['The vans leave at six every morning and evening.', ...others])
    await keyboard.page.getByText('Saved', { exact: true }).waitFor()
    await keyboard.press('Control+z')
    await expect.poll(readTexts, POLL_OPTIONS).toEqual(['The vans', 'leave at six every morning and evening.', ...others])
    await keyboard.press('Control+Shift+z')
    await expect.poll(readTexts, POLL_OPTIONS).toEqual(['The vans leave at six every morning and evening.', ...others])
  })

  it('is searched, and what is found is replaced one by one, all at once, and undone', async () => {
    await keyboard.press('Control+f')
    await keyboard.expectFocus(/^textbox "Find in transcript"/)
    await keyboard.type("Casey's")
    await keyboard.tabTo('textbox "Replace with"')
    await keyboard.type('Kasese')
    await keyboard.press('Enter')
    const replaced = TEXTS.map((text) => text.replace("Casey's", 'Kasese'))
    await expect
      .poll(readTexts, POLL_OPTIONS)
      .toEqual(['The vans leave at six every morning and evening.', replaced[1]!, ...TEXTS.slice(2)])
    await keyboard.tabTo('button "Replace 1"')
    await keyboard.press('Enter')
    await expect.poll(readTexts, POLL_OPTIONS).toEqual(['The vans leave at six every morning and evening.', ...replaced.slice(1)])
    await keyboard.page.getByText('Saved', { exact: true }).waitFor()
    await keyboard.press('Control+z')
    await expect
      .poll(readTexts, POLL_OPTIONS)
      .toEqual(['The vans leave at six every morning and evening.', replaced[1]!, ...TEXTS.slice(2)])
  })

  it('shows the changes of one paragraph, and reverts them', async () => {
    await keyboard.tabTo('textbox "Text of the paragraph"')
    await keyboard.tabTo('button "Revert paragraph"', { key: 'Shift+Tab' })
    await keyboard.press('Enter')
    await expect.poll(readTexts, POLL_OPTIONS).toEqual([TEXTS[0]!, 'And if the road to Kasese closes again?', ...TEXTS.slice(2)])
    await keyboard.tabTo('button "History"')
    await keyboard.press('Enter')
    await panel('History').waitFor()
    expect(await findProblems()).toEqual([])
    await keyboard.tabTo('button "This paragraph"')
    await keyboard.press('Enter')
    await expect.poll(() => panel('History').getByRole('listitem').count()).toBeLessThan(6)
    await keyboard.tabTo('button "Restore"')
    await keyboard.press('Enter')
    await expect.poll(readTexts, POLL_OPTIONS).toEqual(TEXTS)
    await keyboard.tabTo('button "Done"')
    await keyboard.press('Enter')
    await expect.poll(() => paragraphs().count()).toBe(0)
  })

  it('never lost the focus and logged no error', () => {
    expect({ focus: keyboard.focusProblems, console: consoleErrors }).toEqual({ focus: [], console: [] })
  })
})
