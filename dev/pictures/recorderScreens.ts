import type { Page } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { type Screen, type PictureContext, openAddress } from './Screen.ts'

/** Chromium's fake microphone, which beeps, with the permission granted. */
export const FAKE_MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const LIST_ADDRESS = paths.fileList({ categoryId: 'allFiles' })

/**
 * The recorder in its various states. Each screen has a separate account, so that a recording left by one screen does not appear in
 * the next.
 */
export const RECORDER_SCREENS: readonly Screen[] = [
  recorderScreen('menu', async (page) => {
    await page
      .locator('aside:visible button[aria-haspopup=menu]:has(.lucide-plus), nav:visible button:has(.lucide-plus)')
      .first()
      .click()
    await page.getByRole('menu').waitFor()
  }),
  recorderScreen('before', (page) => openDialog(page)),
  recorderScreen('ready', async (page) => {
    await openDialog(page)
    await page.locator('[role=dialog] form section button').first().click()
    await page.locator('[role=dialog] form section [role=combobox]').waitFor()
  }),
  recorderScreen('not-allowed', async (page) => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await openDialog(page)
    await page.locator('[role=dialog] button[type=submit]').click()
    await page.locator('[role=dialog] [role=alert]').waitFor()
  }),
  recorderScreen('recording', (page) => startRecording(page)),
  recorderScreen('paused', async (page) => {
    await startRecording(page)
    await page.keyboard.press('p')
    await page.locator('[data-dock] .lucide-play').waitFor()
  }),
  recorderScreen('offline', async (page) => {
    await startRecording(page)
    // Only on this page, because the browser context is shared.
    await page.route('**/api/**', (route) => route.abort())
    await page.locator('[data-dock] .lucide-triangle-alert').waitFor()
  }),
  recorderScreen('large', async (page) => {
    await startRecording(page)
    await page.keyboard.press('m')
    await page.waitForTimeout(1200)
    await page.keyboard.press('m')
    await page.keyboard.press('n')
    const view = page.locator('[data-recorder-view]')
    await view.waitFor()
    await view.locator('ol input').last().fill('القرار بشأن الميزانية')
    await view
      .locator('ol input')
      .first()
      .fill('Anna asks what it costs, and whether that includes the move to the new office in spring')
    await page.waitForTimeout(5000)
  }),
  recorderScreen('discard', async (page) => {
    await startRecording(page)
    await page.keyboard.press('n')
    await page.locator('[role=dialog] footer .lucide-sliders-horizontal').click()
    await page.locator('[role=dialog] .lucide-trash-2').click()
    await page.getByRole('alertdialog').waitFor()
  }),
  recorderScreen('marked', async (page) => {
    await startRecording(page)
    await page.keyboard.press('m')
    await page.locator('[data-toast]').waitFor()
  }),
  recorderScreen('saved', async (page) => {
    await startRecording(page)
    await page.locator('[data-dock] .lucide-square').click()
    await page.waitForURL(/\/file\//)
  }),
  recorderScreen('unplugged', async (page) => {
    await page.evaluate(() => {
      const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await getUserMedia(constraints)
        Object.assign(window, { unplug: () => stream.getTracks().forEach((track) => track.dispatchEvent(new Event('ended'))) })
        return stream
      }
    })
    await startRecording(page)
    await page.evaluate(() => (window as unknown as { unplug: () => void }).unplug())
    await page.locator('[data-dock] .lucide-triangle-alert').waitFor()
  }),
  recorderScreen('kept', async (page, pictureContext) => {
    await leaveRecording(page)
    await openAddress(page, pictureContext, LIST_ADDRESS)
    await page.locator('[data-dock] .lucide-history').waitFor()
  }),
  recorderScreen('kept-home', async (page, pictureContext) => {
    await leaveRecording(page)
    await openAddress(page, pictureContext, paths.home())
    await page.locator('main section .lucide-trash-2').first().waitFor()
    await page.locator('[data-dock] .lucide-history').waitFor()
  }),
  recorderScreen('file', async (page, pictureContext, user) => {
    const file = await uploadRecording(user, createToneWav(40), { name: 'Standup' })
    await openAddress(page, pictureContext, paths.file(file.id))
    await page.locator('main h1').waitFor()
    await startRecording(page)
  }),
]

let accountCount = 0

function recorderScreen(
  name: string,
  openState: (page: Page, pictureContext: PictureContext, user: User) => Promise<void>,
): Screen {
  return {
    name: `recorder-${name}`,
    who: 'visitor',
    open: async (page, pictureContext) => {
      const user = await signUp(pictureContext.url, `speaker${(accountCount += 1)}`)
      await user.folders.create({ body: { name: 'Weekly stand-ups', color: '#46cf6c' } })
      await storeValues(page, { tokenstr: user.token })
      await openAddress(page, pictureContext, LIST_ADDRESS)
      await page.locator('main h1, main h2').first().waitFor()
      await openState(page, pictureContext, user)
    },
  }
}

async function openDialog(page: Page): Promise<void> {
  await page.keyboard.press('n')
  await page.locator('[role=dialog] button[type=submit]').waitFor()
}

/** Records until the first piece is on the server. */
async function startRecording(page: Page): Promise<void> {
  await openDialog(page)
  await page.locator('[role=dialog] form input[autocomplete=off]').fill('Budget review, third quarter')
  await page.locator('[role=dialog] button[type=submit]').click()
  await page.locator('[data-dock] [role=timer]').waitFor()
  await page.locator('[role=dialog]').waitFor({ state: 'detached' })
  await page.waitForTimeout(6000)
}

/** Leaves the page without stopping the recording, as when the browser crashes. */
async function leaveRecording(page: Page): Promise<void> {
  await startRecording(page)
  await page.goto('about:blank')
}
