import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { seconds } from '#shared/units.ts'
import { paths } from '#shared/paths.ts'
import { createClients, uploadRecording } from '#test/server/user.ts'
import { LONGEST, seedTranscripts } from '../seed/seedTranscripts.ts'
import { type PictureContext, type Screen, openAddress } from './Screen.ts'

const SHORTEST = { filename: 'Ten words', words: 10, speakers: 1, duration: seconds(4) }
const PROCESSING = 'In progress'
const SAMPLE_FILE = fileURLToPath(new URL('../../assets/welcome/two-cities.mp3', import.meta.url))
/** Copies of the sample in the recording that is transcribed while the pictures are taken. */
const COPIES = 200

/** Transcripts of ten words and of ten hours, while processing, and with each panel. */
export const TRANSCRIPT_SCREENS: readonly Screen[] = [
  { name: 'transcript-short', who: 'transcripts', open: (page, context) => openTranscript(page, context, SHORTEST.filename) },
  { name: 'transcript-long', who: 'transcripts', open: (page, context) => openTranscript(page, context, LONGEST.filename) },
  { name: 'transcript-processing', who: 'transcripts', open: (page, context) => openTranscript(page, context, PROCESSING) },
  {
    name: 'transcript-speakers',
    who: 'transcripts',
    open: async (page, context) => {
      await openTranscript(page, context, LONGEST.filename)
      await toolbarButton(page, 'lucide-user-round').click()
      await page.locator('aside [aria-expanded]').nth(2).click()
    },
  },
  {
    name: 'transcript-editing',
    who: 'transcripts',
    open: async (page, context) => {
      await openTranscript(page, context, LONGEST.filename)
      await toolbarButton(page, 'lucide-pencil-line').click()
      await toolbarButton(page, 'lucide-history').click()
      await page.locator('[role=tabpanel] aside').waitFor()
    },
  },
  {
    name: 'transcript-find',
    who: 'transcripts',
    open: async (page, context) => {
      await openTranscript(page, context, LONGEST.filename)
      await toolbarButton(page, 'lucide-pencil-line').click()
      await page.keyboard.press('ControlOrMeta+f')
      await page.keyboard.type('Kasese')
      await page.locator('[role=search] [role=status]').filter({ hasText: /\d/ }).waitFor()
    },
  },
]

/** Creates the account of these screens. One recording is long enough to be in progress in every picture. */
export async function seedTranscriptAccount(
  settings: Record<string, string>,
  url: string,
): Promise<{ token: string; id: string }> {
  const account = { email: 'transcripts@example.org', password: 'correct horse' }
  const { token, userId } = await seedTranscripts(settings, account, [SHORTEST, LONGEST])
  const user = { ...createClients(url, { token }), id: userId, token }
  const sample = await readFile(SAMPLE_FILE)
  const audio = Buffer.concat(Array.from({ length: COPIES }, () => sample))
  const { id } = await uploadRecording(user, audio, { name: PROCESSING })
  await user.generate.transsumm({ params: { id }, body: {} })
  return { token, id: userId }
}

async function openTranscript(page: Page, context: PictureContext, filename: string): Promise<void> {
  await openAddress(page, context, paths.fileList({ categoryId: 'allFiles' }))
  await page.locator('[data-row] [data-file]').filter({ hasText: filename }).click()
  await page.waitForURL(/\/file\//)
  await page.getByRole('tab').last().click()
  await page.locator('[role=tabpanel] [role=listitem]').first().waitFor()
}

const toolbarButton = (page: Page, icon: string) => page.locator(`[role=tabpanel] button:has(svg.${icon})`).first()
