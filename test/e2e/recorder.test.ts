import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCENES } from '#features/files/contract.ts'
import { seconds } from '#shared/units.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { type User, signUp } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { launchBrowser } from '../browser/launchBrowser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

/** Chromium's fake microphone, which beeps once a second, with the permission granted. */
const FAKE_MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const { url } = sharedEarshot
let browser: Browser
let context: BrowserContext
let page: Page
let user: User
const pageErrors: string[] = []

beforeAll(async () => {
  browser = await launchBrowser({ args: FAKE_MICROPHONE })
  user = await signUp(url, 'speaker')
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await storeValues(context, { tokenstr: user.token })
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
})
afterAll(async () => {
  await browser.close()
})

const recorderBar = () => page.getByRole('region', { name: 'Recording in progress' })
const shownSeconds = async () => Number((await recorderBar().getByRole('timer').innerText()).split(':').at(-1))
async function waitForSecond(second: number): Promise<void> {
  await expect.poll(shownSeconds, { timeout: 15_000 }).toBeGreaterThanOrEqual(second)
}
const listRecordings = async () =>
  (await user.files.simple({ query: {} })).data_file_list.filter(({ scene }) => scene === SCENES.recorder)

/** Starts a recording with the keyboard only. */
async function startRecording(title: string): Promise<void> {
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'Record in this browser' }).waitFor()
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await recorderBar().waitFor()
}

describe('recording in the browser with the keyboard (B§2)', () => {
  it('does not ask for the microphone before recording is started', async () => {
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Record in this browser' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await recorderBar().count()).toBe(0)
  })

  it('starts, stays visible on every page and is saved on the server within seconds', async () => {
    await startRecording('Town hall')
    expect(await page.title()).toMatch(/^● /)
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await page.waitForURL(/file-list/)
    await recorderBar()
      .getByText(/^Saved on the server up to/)
      .first()
      .waitFor({ timeout: 15_000 })
    expect(await axeFindings(page)).toEqual([])
  })

  it('is marked, paused and resumed with keys; the pause is not recorded', async () => {
    await page.keyboard.press('m')
    await page
      .getByText(/^Marked at/)
      .first()
      .waitFor()
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('dialog')
    const [toastBox, barBox] = [(await toast.first().boundingBox())!, (await recorderBar().boundingBox())!]
    expect(toastBox.y + toastBox.height).toBeLessThanOrEqual(barBox.y)
    await page.keyboard.press('p')
    await recorderBar().getByText('Paused', { exact: true }).last().waitFor()
    // The audio thread still delivers its buffered audio. A running timer changes within every interval.
    let secondsBefore = -1
    const hasStopped = async () => secondsBefore === (secondsBefore = await shownSeconds())
    await expect.poll(hasStopped, { interval: seconds(1.2) }).toBe(true)
    await page.keyboard.press('p')
    await waitForSecond(secondsBefore + 2)
  })

  it.each([
    [1440, 900],
    [390, 844],
  ])('does not shift the layout on pause and resume, in the bar and in the large view, at %i px', async (width, height) => {
    await page.setViewportSize({ width, height })
    const boxesIn = (area: Locator) => () =>
      area.locator('button:visible, input:visible').evaluateAll((elements) =>
        elements.map((element) => {
          const { x, y, width: w, height: h } = element.getBoundingClientRect()
          return [x, y, w, h].map(Math.round)
        }),
      )
    const expectStill = async (area: Locator) => {
      // The animation of the opening dialog has ended when the boxes are equal twice in a row.
      let before: number[][] = []
      await expect.poll(async () => JSON.stringify(before) === JSON.stringify((before = await boxesIn(area)()))).toBe(true)
      for (const state of ['Paused', 'Recording']) {
        await page.keyboard.press('p')
        await area.getByText(state, { exact: true }).filter({ visible: true }).first().waitFor()
        expect(await boxesIn(area)()).toEqual(before)
      }
    }
    await expectStill(recorderBar())
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('n')
    // The last part of the large view is loaded on demand.
    await page.getByRole('dialog', { name: 'Recorder' }).getByRole('button', { name: 'Options' }).waitFor()
    await expectStill(page.getByRole('dialog', { name: 'Recorder' }))
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('shows live words in the large view, opened with N, and is stopped there; its page opens, with the marker', async () => {
    await page.keyboard.press('n')
    const recorderView = page.getByRole('dialog', { name: 'Recorder' })
    await recorderView
      .getByRole('log', { name: 'Live words' })
      .getByText(/^We meet on Tuesday/)
      .first()
      .waitFor({ timeout: 15_000 })
    expect(await axeFindings(page)).toEqual([])
    await recorderView.getByRole('button', { name: 'Stop' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Town hall' }).waitFor({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Markers' }).waitFor()
    expect(await page.title()).not.toMatch(/^● /)
    const [file] = await listRecordings()
    expect(file?.filename).toBe('Town hall')
    expect(file?.duration).toBeGreaterThan(seconds(5))
  })

  it('reports that nothing was saved when it was shorter than a second', async () => {
    await startRecording('Too short')
    await recorderBar().getByRole('button', { name: 'Stop' }).click()
    await expect
      .poll(() => page.getByText(/^Shorter than 1 second|is in your library/).count(), { timeout: 20_000 })
      .toBeGreaterThan(0)
  })
})

describe('a recording whose page crashed', () => {
  it('is offered on the next start and can be finished', async () => {
    await startRecording('After the crash')
    await waitForSecond(6)
    await page.close({ runBeforeUnload: false })
    page = await context.newPage()
    await page.goto(`${url}/file-list`)
    const unfinishedNotice = page.getByRole('region', { name: 'From an earlier visit' })
    await unfinishedNotice.waitFor({ timeout: 15_000 })
    expect(await axeFindings(page)).toEqual([])
    await unfinishedNotice.getByRole('button', { name: 'Finish' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('After the crash is in your library.').first().waitFor({ timeout: 20_000 })
    const file = (await listRecordings()).find(({ filename }) => filename === 'After the crash')
    expect(file?.duration).toBeGreaterThan(seconds(4))
  })

  it('logs no errors to the console', () => {
    expect(pageErrors).toEqual([])
  })
})
