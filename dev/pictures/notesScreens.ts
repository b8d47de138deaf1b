import type { Page } from 'playwright-core'
import { type Note, notesContract } from '#features/notes/contract.ts'
import { paths } from '#shared/paths.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { createClients } from '#test/server/user.ts'
import { type PictureContext, type Screen, openAddress } from './Screen.ts'

/** The overview of the sample, its mind map, a note with two versions, and the editor. */
export const NOTES_SCREENS: readonly Screen[] = [
  { name: 'notes-overview', open: openOverview },
  {
    name: 'notes-overview-end',
    open: async (page, context) => {
      await openOverview(page, context)
      await page.locator('[role=tabpanel] footer').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'notes-parts',
    open: async (page, context) => {
      await mockParts(page)
      await openOverview(page, context)
    },
  },
  {
    name: 'notes-map',
    open: async (page, context) => {
      await openMap(page, context)
      if (await page.getByRole('tree').isVisible()) await page.getByRole('treeitem', { selected: false }).last().click()
    },
  },
  {
    name: 'notes-outline',
    open: async (page, context) => {
      await openMap(page, context)
      if (await page.getByRole('tree').isVisible()) await panelButton(page, 'lucide-text-align-start').click()
      await page.locator('[role=tabpanel] [aria-pressed]').first().click()
    },
  },
  { name: 'notes-note', open: openNote },
  {
    name: 'notes-compare',
    open: async (page, context) => {
      await openNote(page, context)
      await panelButton(page, 'lucide-file-diff').click()
      await page.locator('[data-change]').first().waitFor()
    },
  },
  {
    name: 'notes-edit',
    open: async (page, context) => {
      await openNote(page, context)
      await panelButton(page, 'lucide-pencil-line').click()
      await page.locator('[role=textbox][aria-multiline]').waitFor()
    },
  },
]

const MARKS = [
  { mark_content: 'The best and the worst of times', timestamp: 2000 },
  { mark_content: 'اسأل عن الفصل الثاني', timestamp: 9000 },
  { mark_content: 'Read on', timestamp: null },
]

/** A summary with several dimensions, based on the speaker's notes. */
async function mockParts(page: Page): Promise<void> {
  await page.route(`**/api${notesContract.queryNote.path}*`, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: Note[] }
    const form = reply.data[0]?.extra.form
    if (form) form.dimensions = ['points', 'questions', 'chapters']
    Object.assign(reply.data[0] ?? {}, { mark_title: 'Reading club', mark_memo: MARKS })
    await route.fulfill({ response, json: reply })
  })
}

/** Adds a note with an earlier version to a recording. */
export async function seedNote(url: string, { token }: { token: string }, fileId: string): Promise<void> {
  const { generate, notes } = createClients(url, { token })
  const { data: note } = await generate.sumNewNote({
    params: { id: fileId },
    body: { summ_type: 'MEETING', summ_type_type: 'system', tab_name: 'Interview notes', post_id: 'pictures' },
  })
  for (;;) {
    const { data } = await notes.queryNote({ headers: { 'file-id': fileId }, query: {} })
    const written = data.find(({ note_id }) => note_id === note.note_id)
    if (written && written.task_status !== 0) {
      const lines = written.data_content.split('\n')
      const edited = lines.map((line, index) => (index % 5 === 4 ? line.replace(/(\w+) (\w+)/, '$1 quite $2') : line))
      edited.splice(-3, 1)
      edited.push('', '## To do', '', '- [x] Send the budget. [0:05](#t=5000)', '- [ ] Ask the districts for numbers.', '')
      await notes.updateNote({ body: { file_id: fileId, note_id: note.note_id, note_content: edited.join('\n') } })
      return
    }
    await systemClock.wait(500)
  }
}

async function openFile(page: Page, context: PictureContext): Promise<void> {
  await openAddress(page, context, paths.file(context.fileId))
  await page.getByRole('tab').last().waitFor()
  // The mind map tab appears together with the notes.
  await page.getByRole('tab').nth(2).waitFor()
}

async function openOverview(page: Page, context: PictureContext): Promise<void> {
  await openFile(page, context)
  await page
    .getByRole('tab')
    .nth(isNarrow(page) ? 0 : 1)
    .click()
  await page.locator('[role=tabpanel] footer').first().waitFor()
}

async function openMap(page: Page, context: PictureContext): Promise<void> {
  await openFile(page, context)
  await page.getByRole('tab').last().click()
  await page.locator('[role=tabpanel] [role=tree], [role=tabpanel] ol').first().waitFor()
}

async function openNote(page: Page, context: PictureContext): Promise<void> {
  await openFile(page, context)
  if (isNarrow(page)) {
    await page.getByRole('tab').first().click()
    await page.locator('[role=tabpanel] button[aria-haspopup=menu]').first().click()
    await page.getByRole('menuitemradio').last().click()
  } else await page.getByRole('tab').nth(3).click()
  await panelButton(page, 'lucide-pencil-line').waitFor()
}

/** Returns whether there is no room for note tabs next to the list. */
const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 1100

const panelButton = (page: Page, icon: string) => page.locator(`[role=tabpanel] button:has(svg.${icon})`).first()
