import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { signOut } from './harness/accountHarness.ts'
import { expectNoAxeFindings, toast } from './harness/libraryHarness.ts'
import { sharedEarshot } from './sharedEarshot.ts'

const { url } = sharedEarshot
const contexts: BrowserContext[] = []
afterAll(() => Promise.all(contexts.map((context) => context.close())))

/** Uploads a recording of two voices and waits until it is transcribed. */
async function transcribe(user: User, name: string): Promise<string> {
  const { id } = await uploadRecording(user, createToneWav(24), { name: `${name}, speakers 2` })
  await user.generate.transsumm({ params: { id }, body: {} })
  const isDone = async () =>
    (await user.files.simple({ query: {} })).data_file_list.some((file) => file.id === id && file.is_summary)
  await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
  return id
}

/** Opens a browser that is signed in. */
async function openPage(token: string): Promise<Page> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  contexts.push(context)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(`${url}${paths.login()}`)
  await page.evaluate(
    (stored) => {
      for (const [key, value] of Object.entries(stored))
        localStorage.setItem(`earshot_${key}`, JSON.stringify({ value, expires: null }))
    },
    { tokenstr: token, consent: { statistics: false }, pweblang: 'en_US', comlang: 'en_US' },
  )
  return page
}

const listDatabases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).filter(({ name }) => name === 'VOICEPRINT').map(({ version }) => version),
  )

it('a voice print names the speaker of the next recording until the user signs out; a backup restores it (B§4, B§9)', async () => {
  const user = await signUp(url, 'voices')
  const [first, second] = [await transcribe(user, 'Monday'), await transcribe(user, 'Tuesday')]
  const page = await openPage(user.token)
  await page.goto(url + paths.file(first))
  const panel = page.getByRole('complementary', { name: /^Speakers/ })
  await page.getByRole('button', { name: 'Speakers', exact: true }).click()
  await panel.getByRole('button', { name: 'Speaker 2', exact: true }).click()
  await page.keyboard.type('Dr. Okafor')
  await page.keyboard.press('Enter')
  expect(await listDatabases(page)).toEqual([])
  const control = panel.getByRole('switch', { name: 'Recognize Dr. Okafor next time' })
  await control.press('Space')
  await panel.getByRole('button', { name: 'All voice prints…' }).waitFor()
  expect(await listDatabases(page)).toEqual([2])
  await expectNoAxeFindings(page, 'the panel of the speakers')

  await page.goto(url + paths.file(second))
  await toast(page, 'Recognized: Dr. Okafor').waitFor()
  const transcript = page.getByRole('list', { name: 'Transcript' })
  await transcript.getByText('Dr. Okafor').first().waitFor()
  await toast(page, 'Recognized').getByRole('button', { name: 'Undo' }).click()
  await transcript.getByText('Speaker 2').first().waitFor()
  await page.reload()
  await transcript.getByText('Speaker 2').first().waitFor()

  await page.goto(`${url}/?profile=open&pane=voice-prints`)
  const settings = page.getByRole('dialog')
  await settings.getByRole('link', { name: 'Monday, speakers 2' }).waitFor()
  await settings.getByLabel('Passphrase').fill('correct horse battery')
  await settings.getByRole('button', { name: 'Save copy' }).click()
  await settings.getByText(/^Saved on/).waitFor()
  await expectNoAxeFindings(page, 'the settings of voice prints')
  await settings.getByRole('link', { name: 'Monday, speakers 2' }).click()
  await transcript.getByText('Dr. Okafor').first().waitFor()
  // A recognition that was undone is not repeated.
  expect(await toast(page, 'Recognized').count()).toBe(0)

  await signOut(page, 'voices')
  await expect.poll(() => listDatabases(page)).toEqual([])

  const { data } = await user.account.signIn({ body: { email: user.email, password: 'correct horse' } })
  const otherPage = await openPage(data.access_token)
  await otherPage.goto(`${url}/?profile=open&pane=voice-prints`)
  const otherSettings = otherPage.getByRole('dialog')
  await otherSettings.getByText(/^No voice prints/).waitFor()
  await otherSettings.getByLabel('Passphrase').fill('correct horse battery')
  await otherSettings.getByRole('button', { name: 'Load copy' }).click()
  await otherSettings.getByRole('link', { name: 'Monday, speakers 2' }).waitFor()
})
