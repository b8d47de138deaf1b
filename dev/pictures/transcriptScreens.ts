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
/** Its second cue ends before it starts, and the third has no words. */
const LEAVES_OUT = `WEBVTT

00:01.000 --> 00:03.000
<v Lena Brandt>Good morning, everyone.

00:09.000 --> 00:05.000
<v Omar Haddad>The vans leave at six.

00:10.000 --> 00:12.000
<v Lena Brandt>

00:12.000 --> 00:14.000
<v Omar Haddad>Then the clinics by Thursday.
`
/** Number of copies of the sample in the recording that is being transcribed while the pictures are taken. */
const COPIES = 200

/** Transcripts of ten words and of ten hours, during processing, and with each panel. */
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
  importScreen('report', 'meeting.vtt', Buffer.from(LEAVES_OUT)),
  // Windows-1252, as older programs write.
  importScreen(
    'encoding',
    'meeting.srt',
    Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nMüller: Schöne Grüße aus Köln.\n', 'latin1'),
  ),
  importScreen('refused', 'meeting.srt', Buffer.from('Good morning, everyone.\nThe vans leave at six.\n')),
]

/** Chooses a file in the dialog that replaces a transcript, and waits for its description of the file. */
function importScreen(name: string, fileName: string, bytes: Buffer): Screen {
  return {
    name: `transcript-import-${name}`,
    who: 'transcripts',
    open: async (page, context) => {
      await openTranscript(page, context, LONGEST.filename)
      await page.locator('header button[aria-haspopup=menu]:visible:has(.lucide-ellipsis)').last().click()
      await page.locator('[role=menuitem]:has(.lucide-file-input)').click()
      await page.locator('input[type=file][accept*=srt]').setInputFiles({ name: fileName, mimeType: 'text/plain', buffer: bytes })
      await page.locator('[role=dialog] [aria-live] p').nth(1).waitFor()
    },
  }
}

/** Creates the account for these screens. One recording is long enough to be in progress in every picture. */
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
