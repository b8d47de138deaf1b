import type { Page } from 'playwright-core'
import { languageModelsContract } from '#features/language-models/contract.ts'
import { paths } from '#shared/paths.ts'
import { AUTO_MODEL, OTHER_MODEL } from '#test/screens/generateHandlers.ts'
import { type PictureContext, type Screen, openAddress } from './Screen.ts'

/** Summaries in other languages and with other models need a language model, which the server for pictures does not have. */
async function mockLanguageModel(page: Page): Promise<void> {
  await page.route(`**/api${languageModelsContract.options.path}?*`, (route) =>
    route.fulfill({ json: { request_id: 'r', status: 0, data: { models: [AUTO_MODEL, OTHER_MODEL] } } }),
  )
  await page.route('**/api/config/init?*', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: Record<string, unknown> }
    reply.data['summarises_in_any_language'] = true
    await route.fulfill({ response, json: reply })
  })
}

/** Opens a recording and the dialog: for a recording without a transcript, or by the given menu item. */
async function openDialog(page: Page, context: PictureContext, item?: number): Promise<void> {
  await mockLanguageModel(page)
  if (item === undefined) return openNew(page, context)
  await openAddress(page, context, paths.file(context.fileId))
  await pressGenerate(page)
  await page.getByRole('menuitem').nth(item).click()
  return page.getByRole('dialog').waitFor()
}

/** Opens a recording without a transcript and the dialog. */
async function openNew(page: Page, context: PictureContext): Promise<void> {
  await openAddress(page, context, paths.fileList({ categoryId: 'allFiles' }))
  const row = page.locator('[data-file]', { hasText: 'Budget review' }).first()
  await openAddress(page, context, paths.file((await row.getAttribute('data-file')) ?? ''))
  await pressGenerate(page)
  await page.getByRole('dialog').waitFor()
}

const pressGenerate = (page: Page) => page.locator('main button:has(.lucide-sparkles):visible').first().click()

async function chooseCustom(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('radio').last().click()
  await page.getByRole('dialog').getByRole('combobox').last().waitFor()
}

/** The generate dialog (B§4): for a first transcription, and for generating again. */
export const GENERATE_SCREENS: readonly Screen[] = [
  { name: 'generate-auto', open: (page, context) => openDialog(page, context) },
  {
    name: 'generate-custom',
    open: async (page, context) => {
      await openDialog(page, context)
      await chooseCustom(page)
      await page.getByRole('dialog').locator('button[aria-haspopup=dialog]').click()
      await page.locator('[role=option]').first().click()
      await page.locator('[role=option]').first().waitFor({ state: 'detached' })
    },
  },
  {
    name: 'generate-parts',
    open: async (page, context) => {
      await openDialog(page, context)
      await chooseCustom(page)
      await page.getByRole('dialog').getByRole('switch').nth(1).waitFor()
      await page.getByRole('dialog').getByRole('switch').first().click()
      await page.getByRole('dialog').getByRole('checkbox').last().waitFor()
    },
  },
  {
    name: 'generate-without-model',
    open: async (page, context) => {
      await openNew(page, context)
      await chooseCustom(page)
    },
  },
  {
    name: 'generate-no-template',
    open: async (page, context) => {
      await openDialog(page, context)
      await chooseCustom(page)
      await page.getByRole('dialog').locator('button[type=submit]').click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  { name: 'generate-transcribe-again', open: (page, context) => openDialog(page, context, 1) },
  {
    name: 'generate-summarize-again',
    open: async (page, context) => {
      await openDialog(page, context, 0)
      await chooseCustom(page)
    },
  },
]
