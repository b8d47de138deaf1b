import type { Page } from 'playwright-core'
import { paths } from '#kit/paths.ts'
import { tone } from '#test/world/tone.ts'
import { type User, signUp, uploadSound } from '#test/world/user.ts'
import { type Screen, type Stage, go } from './Screen.ts'

/** Chromium's fake microphone, which beeps, with the permission granted. */
export const FAKE_MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const LIST = paths.fileList({ categoryId: 'allFiles' })

/**
 * The recorder in its states. Each screen has its own account, so that a recording left by one screen is not seen by the next.
 */
export const RECORDER_SCREENS: readonly Screen[] = [
  of('menu', async (page) => {
    await page
      .locator('aside:visible button[aria-haspopup=menu]:has(.lucide-plus), nav:visible button:has(.lucide-plus)')
      .first()
      .click()
    await page.getByRole('menu').waitFor()
  }),
  of('before', (page) => openDialog(page)),
  of('ready', async (page) => {
    await openDialog(page)
    await page.locator('[role=dialog] form section button').first().click()
    await page.locator('[role=dialog] form section [role=combobox]').waitFor()
  }),
  of('not-allowed', async (page) => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await openDialog(page)
    await page.locator('[role=dialog] button[type=submit]').click()
    await page.locator('[role=dialog] [role=alert]').waitFor()
  }),
  of('recording', (page) => record(page)),
  of('paused', async (page) => {
    await record(page)
    await page.keyboard.press('p')
    await page.locator('[data-dock] .lucide-play').waitFor()
  }),
  of('offline', async (page) => {
    await record(page)
    // Only on this page, because the context is shared.
    await page.route('**/api/**', (route) => route.abort())
    await page.locator('[data-dock] .lucide-triangle-alert').waitFor()
  }),
  of('large', async (page) => {
    await record(page)
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
  of('discard', async (page) => {
    await record(page)
    await page.keyboard.press('n')
    await page.locator('[data-recorder-view] .lucide-trash-2').click()
    await page.getByRole('alertdialog').waitFor()
  }),
  of('marked', async (page) => {
    await record(page)
    await page.keyboard.press('m')
    await page.locator('[data-toast]').waitFor()
  }),
  of('saved', async (page) => {
    await record(page)
    await page.locator('[data-dock] .lucide-square').click()
    await page.locator('[data-toast]').waitFor()
  }),
  of('unplugged', async (page) => {
    await page.evaluate(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (wants) => {
        const stream = await ask(wants)
        Object.assign(window, { unplug: () => stream.getTracks().forEach((track) => track.dispatchEvent(new Event('ended'))) })
        return stream
      }
    })
    await record(page)
    await page.evaluate(() => (window as unknown as { unplug: () => void }).unplug())
    await page.locator('[data-dock] .lucide-triangle-alert').waitFor()
  }),
  of('kept', async (page, stage) => {
    await leaveUnfinished(page)
    await go(page, stage, LIST)
    await page.locator('[data-dock] .lucide-history').waitFor()
  }),
  of('kept-home', async (page, stage) => {
    await leaveUnfinished(page)
    await go(page, stage, paths.home())
    await page.locator('main section .lucide-trash-2').first().waitFor()
    await page.locator('[data-dock] .lucide-history').waitFor()
  }),
  of('file', async (page, stage, user) => {
    const file = await uploadSound(user, tone(40), { name: 'Standup' })
    await go(page, stage, paths.file(file.id))
    await page.locator('main h1').waitFor()
    await record(page)
  }),
]

let speakers = 0

function of(name: string, show: (page: Page, stage: Stage, user: User) => Promise<void>): Screen {
  return {
    name: `recorder-${name}`,
    who: 'nobody',
    open: async (page, stage) => {
      const user = await signUp(stage.url, `speaker${(speakers += 1)}`)
      await user.folders.create({ body: { name: 'Weekly stand-ups', color: '#46cf6c' } })
      await page.addInitScript((token) => {
        if (location.origin !== 'null') localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: token, expires: null }))
      }, user.token)
      await go(page, stage, LIST)
      await page.locator('main h1, main h2').first().waitFor()
      await show(page, stage, user)
    },
  }
}

async function openDialog(page: Page): Promise<void> {
  await page.keyboard.press('n')
  await page.locator('[role=dialog] button[type=submit]').waitFor()
}

/** Records until the first piece is on the server. */
async function record(page: Page): Promise<void> {
  await openDialog(page)
  await page.locator('[role=dialog] form input[autocomplete=off]').fill('Budget review, third quarter')
  await page.locator('[role=dialog] button[type=submit]').click()
  await page.locator('[data-dock] [role=timer]').waitFor()
  await page.locator('[role=dialog]').waitFor({ state: 'detached' })
  await page.waitForTimeout(6000)
}

/** Leaves the page without stopping the recording, as when the browser crashes. */
async function leaveUnfinished(page: Page): Promise<void> {
  await record(page)
  await page.goto('about:blank')
}
