import type { Page } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import { type PictureContext, type Screen, openAddress } from './Screen.ts'

/** The export dialog: with subtitles and their sliders, scrolled down, and with only its options. */
export const EXPORT_SCREENS: readonly Screen[] = [
  {
    name: 'export-subtitles',
    open: async (page, context) => {
      await openExport(page, context)
      for (const format of ['srt', 'mp3']) await tile(page, format).click()
      // A reading speed that no cue exceeds.
      await page.locator('input[type=range]').nth(1).fill('8')
      await page.locator('pre').waitFor()
    },
  },
  {
    name: 'export-options',
    open: async (page, context) => {
      await openExport(page, context)
      await page.locator('pre').scrollIntoViewIfNeeded()
    },
  },
]

const tile = (page: Page, format: string) => page.locator(`[data-format=${format}]`)

/** Opens the recording with a transcript, and the dialog from its menu, which exists at every width. */
async function openExport(page: Page, context: PictureContext): Promise<void> {
  await openAddress(page, context, paths.file(context.fileId))
  await page.locator('main button:has(.lucide-ellipsis):visible').first().click()
  await page.locator('[role=menuitem]:has(.lucide-download)').first().click()
  await page.getByRole('dialog').locator('pre').waitFor()
}
