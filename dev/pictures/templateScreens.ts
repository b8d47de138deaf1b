import type { Page } from 'playwright-core'
import { tryTemplate } from '#features/notes/contract.ts'
import { paths } from '#shared/paths.ts'
import { aForm } from '#test/screens/mockTemplates.ts'
import { aSubmission } from '#test/server/templates.ts'
import { createClients } from '#test/server/user.ts'
import { type Screen, openAddress } from './Screen.ts'

const INSTRUCTIONS = `You write notes of an interview with {{Speakers}}, held on {{Date}}. Write in {{Language}}, plainly, without praise.
# In short
Three sentences: what was asked, what was answered, what follows from it.
# Themes
Five at most, the one spoken of longest first. For each: one sentence, then the exact words with speaker and time.
# Against the grain
What was said against expectation. Leave it out if there is nothing.
# To do
Who, what, by when. If nobody took it on, write “open”.`

/** Adds a custom template and a reviewed one, each with versions. The user is the operator. */
export async function seedTemplates(url: string, { token }: { token: string }): Promise<void> {
  const { customTemplates, templates, templateReview } = createClients(url, { token })
  const { data: own } = await customTemplates.create({ body: { name: 'Weekly notes', content: '# In short\nTwo sentences.' } })
  await customTemplates.change({ params: { id: own.id }, body: { content: INSTRUCTIONS, icon: 'users', icon_color: 'purple' } })
  const { data: shared } = await templates.create({ body: aSubmission })
  const review = { template_id: shared.id, comment: 'Say for whom each section is written, and how long it should be.' }
  await templateReview.publish({ body: { template_id: shared.id, version: 1 } })
  const submit = (title: string) =>
    templates.edit({ body: { ...aSubmission, title, content: INSTRUCTIONS, template_id: shared.id } })
  await submit('Field interview with a long name that somebody needed to tell it from the others')
  await templateReview.reject({ body: { ...review, version: 2 } })
  await submit('Field interview, second try')
  await submit('Field interview, by theme')
}

/** Trying a template needs a language model, which the server for pictures does not have. */
const mockTry = (page: Page) =>
  page.route(`**/api${tryTemplate.path}`, (route) =>
    route.fulfill({ json: { request_id: 'r', status: 0, progress: [], data: { markdown: '', form: aForm() }, failure: null } }),
  )

const pageScreen = (name: string, act: (page: Page) => Promise<unknown> = async () => {}): Screen => ({
  name: `templates-${name}`,
  open: async (page, pictureContext) => {
    await mockTry(page)
    await openAddress(page, pictureContext, paths.templates())
    await page.locator('main ul button[aria-haspopup=dialog]').first().waitFor()
    await act(page)
  },
})

const openTab = (page: Page, index: number) => page.getByRole('tab').nth(index).click()
/** Opens the versions of a custom template; the list starts with the newest. */
async function openVersions(page: Page, index: number): Promise<void> {
  await openTab(page, 2)
  const cards = page.locator('main [role=tabpanel]:visible ul button[aria-haspopup=dialog]')
  await cards.first().waitFor()
  await cards.nth(index).click()
  await page.getByRole('dialog').locator('dl').waitFor()
  await page.getByRole('dialog').locator('button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem').nth(1).click()
  await page.getByRole('dialog').locator('button[aria-expanded=true]').waitFor()
}
const openDetails = async (page: Page) => {
  await page.locator('main ul').first().locator('button').last().click()
  await page.getByRole('dialog').locator('dl').waitFor()
}

async function openEditor(page: Page): Promise<void> {
  await page.locator('main header button').last().click()
  await page.getByRole('dialog').waitFor()
  await page.getByRole('dialog').locator('input').first().fill('Field interview, by theme')
  await page.getByRole('dialog').locator('textarea').fill(INSTRUCTIONS)
}

/** The templates (B§2) in their various states. */
export const TEMPLATE_SCREENS: readonly Screen[] = [
  pageScreen('page'),
  pageScreen('details', openDetails),
  pageScreen('community', (page) => openTab(page, 1)),
  pageScreen('mine', (page) => openTab(page, 2)),
  pageScreen('search', (page) => page.locator('main header input').fill('interview')),
  pageScreen('try', async (page) => {
    await openDetails(page)
    await page.getByRole('dialog').locator('button:not([aria-label], [aria-haspopup])').first().click()
    await page.getByRole('dialog').locator('section').waitFor()
  }),
  pageScreen('editor', async (page) => {
    await openEditor(page)
    await page.getByRole('dialog').locator('section button').last().click()
    await page.getByRole('dialog').locator('section h4').first().waitFor()
  }),
  pageScreen('share', async (page) => {
    await openEditor(page)
    await page.getByRole('dialog').locator('footer button').first().click()
    await page.getByRole('dialog').locator('footer button').last().click()
    await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
  }),
  pageScreen('versions', (page) => openVersions(page, 0)),
  pageScreen('own-versions', (page) => openVersions(page, 1)),
  pageScreen('own-details', async (page) => {
    await openTab(page, 2)
    await page.locator('main [role=tabpanel]:visible ul button[aria-haspopup=dialog]').first().click()
    await page.getByRole('dialog').locator('dl').waitFor()
  }),
  {
    name: 'templates-review',
    open: async (page, pictureContext) => {
      await openAddress(page, pictureContext, '/?profile=open&pane=template-review')
      await page.getByRole('dialog').locator('form').waitFor()
    },
  },
]
