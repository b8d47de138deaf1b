import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { ZipFile } from 'yazl'
import { SERVICE_EXPORTS, type ServiceExport } from '#test/fixtures/serviceExports.ts'
import { paths } from '#shared/paths.ts'
import { openAddress, type PictureContext, type Screen } from './Screen.ts'
import { waitUntilSettled } from './waitUntilSettled.ts'

const LONG_TITLE =
  'A very long title that was typed without a thought for the people who have to read it in a narrow row of a dialog'
const EXPORT: ServiceExport = {
  ...SERVICE_EXPORTS['Otter, in bulk'],
  ...SERVICE_EXPORTS['Plaud, by name'],
  ...SERVICE_EXPORTS['Fireflies, by name and time'],
  'Sales/Clinics.mp3': null,
  [`Sales/${LONG_TITLE}.mp3`]: null,
  'Sales/Interview-transcript.txt': 'Hello.',
  'Sales/Interview.mp3': null,
  'Transcript only.srt': SERVICE_EXPORTS['Otter, with subtitles in a folder']['otter export/Sales/Clinics in spring.srt'],
  'logo.png': 'x',
}

async function chooseExport(page: Page, files: ServiceExport | null): Promise<void> {
  const archive = new ZipFile()
  for (const [path, text] of Object.entries(files ?? {}))
    archive.addBuffer(Buffer.from(text ?? 'sound'), path, { mtime: new Date(2026, 4, 5, 9) })
  archive.end()
  const bytes = files ? await buffer(archive.outputStream) : Buffer.from('no archive')
  const field = page.getByRole('dialog').locator('input[type=file]').first()
  await field.setInputFiles({ name: 'export.zip', mimeType: 'application/zip', buffer: bytes })
}

const importScreen = (name: string, open: (page: Page) => Promise<unknown>): Screen => ({
  name: `import-${name}`,
  open: async (page: Page, pictureContext: PictureContext) => {
    await openAddress(page, pictureContext, `${paths.home()}#upload`)
    await page.locator('[data-open-import]').click()
    await page.getByRole('dialog').locator('input[accept*=zip]').waitFor({ state: 'attached' })
    await open(page)
    await waitUntilSettled(page)
  },
})

/** The import of exports from other services. */
export const IMPORT_SCREENS: readonly Screen[] = [
  importScreen('choose', async () => {}),
  importScreen('damaged', async (page) => {
    await chooseExport(page, null)
    await page.locator('[role=alert]:not(:empty)').waitFor()
  }),
  importScreen('list', async (page) => {
    await chooseExport(page, EXPORT)
    await page.getByRole('checkbox').nth(5).waitFor()
  }),
]
