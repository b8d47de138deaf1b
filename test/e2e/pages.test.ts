import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { POPUP_RULES, axeFindings, axeThemeFindings } from '#test/browser/axeFindings.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

const { url } = sharedEarshot
let user: User
let fileId: string

beforeAll(async () => {
  user = await signUp(url, 'paula')
  await user.folders.create({ body: { name: 'Research' } })
  fileId = (await uploadRecording(user, createToneWav(90), { name: 'Interview' })).id
  await uploadRecording(user, createToneWav(5), { name: 'silent night' })
  const trashed = await uploadRecording(user, createToneWav(5), { name: 'Gone' })
  await user.files.trash({ body: [trashed.id] })
  await user.generate.transsumm({ params: { id: fileId }, body: {} })
})

async function openSignedIn(viewport: { width: number; height: number }): Promise<{ page: Page; pageErrors: string[] }> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport })
  await storeValues(context, { tokenstr: user.token })
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  return { page, pageErrors }
}

const pageAddresses = () => [
  '/',
  '/home',
  '/file-list?categoryId=allFiles',
  '/file-list?categoryId=unorganized',
  '/file-list?categoryId=trash',
  `/file/${fileId}`,
  '/web7/file-list',
]

/** Additional URLs of a page that is already checked. Their content is not checked with axe again. */
const OTHER_ADDRESSES = new Set(['/home', '/web7/file-list'])

const findingsIn = (page: Page, theme: 'light' | 'dark') => (theme === 'light' ? axeFindings(page) : axeThemeFindings(page))

describe('every page', () => {
  it.each(['light', 'dark'] as const)(
    'has no accessibility findings, console errors or overflow at 1440, 1024 and 390 px, %s',
    async (theme) => {
      // One theme is tested from wide to narrow, the other from narrow to wide.
      const viewports = theme === 'light' ? VIEWPORTS : VIEWPORTS.toReversed()
      const { page, pageErrors } = await openSignedIn(viewports[0]!)
      await page.emulateMedia({ colorScheme: theme })
      for (const address of pageAddresses()) {
        await page.goto(url + address)
        for (const viewport of viewports) {
          await page.setViewportSize(viewport)
          const at = { address, theme, width: viewport.width }
          await page.getByRole('main').waitFor()
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          // On a phone, the list next to a recording is hidden and may contain the same text.
          await page
            .getByText(/Interview|Gone/)
            .filter({ visible: true })
            .first()
            .waitFor()
          const findings = OTHER_ADDRESSES.has(address) ? [] : await findingsIn(page, theme)
          expect({ ...at, findings }).toEqual({ ...at, findings: [] })
          const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          expect({ ...at, tooWide }).toEqual({ ...at, tooWide: 0 })
        }
      }
      expect(pageErrors).toEqual([])
      await page.context().close()
    },
  )

  it('shows the hidden list when the user goes back to it from a recording on a phone', async () => {
    const { page } = await openSignedIn({ width: 390, height: 844 })
    await page.goto(`${url}/file/${fileId}`)
    await page.getByRole('slider').waitFor()
    await page.getByRole('link', { name: 'Back to list' }).click()
    const names = page.locator('[data-file]')
    await expect.poll(() => names.allInnerTexts()).toEqual(expect.arrayContaining(['Interview', 'silent night']))
    for (const name of await names.all()) expect(await name.isVisible()).toBe(true)
    await page.context().close()
  })

  it('shows that speech is scripted when that is enabled', async () => {
    const { page } = await openSignedIn(VIEWPORTS[0]!)
    await page.goto(url)
    // The notice appears with the second response of the server, which may be slow.
    const notice = page.getByText('Test mode: this server shows sample text')
    await notice.waitFor()
    expect(await notice.count()).toBe(1)
    await page.context().close()
  })

  it('redirects unknown addresses to home (A§2)', async () => {
    const { page } = await openSignedIn(VIEWPORTS[0]!)
    await page.goto(`${url}/no/such/page`)
    await expect.poll(() => page.url()).toBe(`${url}/`)
    await page.context().close()
  })
})

describe('with the keyboard only', () => {
  it('creates a folder, refuses a duplicate name, and the focus goes to the new folder or back', async () => {
    const { page } = await openSignedIn(VIEWPORTS[0]!)
    await page.goto(`${url}/file-list?categoryId=allFiles`)
    await page.getByRole('button', { name: 'New folder' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.type('Research')
    await page.keyboard.press('Enter')
    await dialog
      .getByText(/already/i)
      .first()
      .waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Keyboard')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const focusedText = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
    await expect.poll(focusedText).toMatch(/^Keyboard/)
    await page.getByRole('button', { name: 'New folder' }).focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(focusedText).toContain('New folder')
    await page.context().close()
  })

  it('finds, opens and plays a recording', async () => {
    const { page } = await openSignedIn(VIEWPORTS[0]!)
    await page.goto(`${url}/file-list?categoryId=allFiles`)
    await page.getByText('Interview').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('inter')
    await page.getByText('silent night').first().waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/file/${fileId}`))
    await page.getByRole('slider').waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('Space')
    const currentSecond = async () => Number(await page.getByRole('slider').getAttribute('aria-valuenow'))
    await expect.poll(currentSecond, { timeout: 10_000 }).toBeGreaterThan(0)
    await page.keyboard.press('l')
    await expect.poll(currentSecond, { timeout: 10_000 }).toBeGreaterThan(9)
    await page.keyboard.press('Space')
    await page.context().close()
  })

  it('opens the shortcuts with ?, and the dialogs of the layout have no accessibility findings', async () => {
    const { page } = await openSignedIn(VIEWPORTS[0]!)
    await page.goto(url)
    await page.getByText('Interview').first().waitFor()
    for (const key of ['?', 'u']) {
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      expect({ key, findings: await axeFindings(page) }).toEqual({ key, findings: [] })
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: /paula/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await axeFindings(page, POPUP_RULES)).toEqual([])
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.context().close()
  })
})

/** Returns the bottom of the focus ring around the focused field, and the top of the message below it. */
function measureError(message: Element) {
  let field = document.activeElement
  while (field && getComputedStyle(field).outlineStyle === 'none') field = field.parentElement
  if (!field) throw new Error('The field has no focus ring.')
  const { outlineOffset, outlineWidth } = getComputedStyle(field)
  const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
  return { ringBottom: field.getBoundingClientRect().bottom + ring, messageTop: message.getBoundingClientRect().top }
}

describe.each(VIEWPORTS.filter(({ width }) => width !== 1024))('at $width px', (viewport) => {
  it('the message about an empty name is below the focus ring of the field', async () => {
    const { page } = await openSignedIn(viewport)
    await page.goto(`${url}/file/${fileId}`)
    await page.getByRole('heading', { level: 1, name: 'Interview' }).getByRole('button').click()
    await page.getByRole('textbox', { name: 'Title of the recording' }).fill('')
    const title = await page.getByRole('heading', { level: 1 }).getByRole('alert').evaluate(measureError)
    expect(title.messageTop).toBeGreaterThanOrEqual(title.ringBottom)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Move to folder' }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
    const folder = await dialog.getByText('Enter a folder name.').filter({ visible: true }).first().evaluate(measureError)
    expect(folder.messageTop).toBeGreaterThanOrEqual(folder.ringBottom)
    await page.context().close()
  })

  it('a line separates the tools of the transcript from the text that scrolls below them', async () => {
    const { page } = await openSignedIn(viewport)
    await page.goto(`${url}/file/${fileId}`)
    await page.getByRole('tab', { name: 'Transcript', exact: true }).click()
    const line = (list: Element) => getComputedStyle(list).borderTop
    const border = await page.getByRole('list', { name: 'Transcript' }).evaluate(line)
    const edge = await page.getByRole('region', { name: 'Player' }).evaluate(line)
    expect(border).toBe(edge)
    expect(border).toMatch(/^1px solid/)
    await page.context().close()
  })
})

describe('the sidebar', () => {
  it('shows the name of the current list in the same width as any other, so that it is not truncated', async () => {
    const { page } = await openSignedIn(VIEWPORTS[0]!)
    await page.goto(url)
    const nameWidths = () =>
      page.getByRole('navigation').evaluateAll((navigations) =>
        navigations.flatMap((navigation) =>
          [...navigation.querySelectorAll('a > span.truncate')].map((name) => {
            const text = document.createRange()
            text.selectNodeContents(name)
            return [name.textContent, text.getBoundingClientRect().width] as const
          }),
        ),
      )
    await page.getByRole('link', { name: /^Research/ }).waitFor()
    const initialWidths = await nameWidths()
    expect(initialWidths.map(([name]) => name)).toEqual(expect.arrayContaining(['Home', 'All files', 'Research']))
    for (const name of ['All files', 'Research', 'Home']) {
      const link = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })
      await link.click()
      await link.and(page.locator('[aria-current=page]')).waitFor()
      expect(await nameWidths()).toEqual(initialWidths)
    }
    await page.context().close()
  })
})
