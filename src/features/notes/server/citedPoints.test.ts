import { describe, expect, it } from 'vitest'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { testServer } from '#test/server/testServer.ts'
import { createForm, createPoint } from '#test/screens/createNote.ts'
import { findCitedPoints } from './citedPoints.ts'
import { summaryLabelsFor } from './summary/summaryLabels.ts'
import { toMarkdown } from './summary/toSummaryResult.ts'

const form = createForm({
  sections: [
    {
      kind: 'overview',
      heading: 'Overview',
      points: [createPoint('p1', 'Forty *of* the [clinics] agreed.', { start_time: 1000 })],
    },
    {
      kind: 'points',
      heading: 'Key points',
      points: [
        createPoint('p2', '2. of them wait & see.', { start_time: 374_000.4, segments: ['7', '9'], speaker: 'Lena' }),
        createPoint('p3', 'Nobody said this.', { supported: false }),
      ],
    },
    {
      kind: 'actions',
      heading: 'To do',
      points: [createPoint('p4', 'Send the budget.', { start_time: 9000, owner: 'Lena', due: 'by Friday' })],
    },
  ],
})
const MARKDOWN = toMarkdown({ headline: 'Clinics', form, notRead: [] }, summaryLabelsFor('en'))

const idsIn = (markdown: string) => findCitedPoints(form, markdown)?.sections.flatMap(({ points }) => points.map(({ id }) => id))

describe('the points that an edited text still contains', () => {
  it('are all of an unchanged text, with their passages', () => {
    expect(findCitedPoints(form, MARKDOWN)).toEqual(form)
  })

  it('are those of the unchanged lines, wherever they are now', () => {
    const lines = MARKDOWN.trim().split('\n')
    expect(idsIn([...lines.toReversed(), 'A line of my own.'].join('\n'))).toEqual(['p1', 'p2', 'p3', 'p4'])
    expect(idsIn(MARKDOWN.replace('wait', 'do not wait'))).toEqual(['p1', 'p3', 'p4'])
    expect(idsIn(MARKDOWN.replace('Send the', 'Never send the'))).toEqual(['p1', 'p2', 'p3'])
    expect(idsIn(MARKDOWN.replace('by Friday', 'by Monday'))).toEqual(['p1', 'p2', 'p3'])
    expect(idsIn(MARKDOWN.replace('budget.', 'budget. No.'))).toEqual(['p1', 'p2', 'p3'])
  })

  it('are not those whose time was changed or removed', () => {
    expect(idsIn(MARKDOWN.replace('#t=374000', '#t=375000'))).toEqual(['p1', 'p3', 'p4'])
    expect(idsIn(MARKDOWN.replace(' [0:01](#t=1000)', ''))).toEqual(['p2', 'p3', 'p4'])
  })

  it('are found in other spellings of the same Markdown', () => {
    const respelled = MARKDOWN.replaceAll(/^- /gm, '* ')
      .replaceAll(String.raw`\&`, '&')
      .replaceAll('  ', ' ')
    expect(idsIn(respelled)).toEqual(['p1', 'p2', 'p3', 'p4'])
  })

  it('are ticked as in the text', () => {
    const ticked = findCitedPoints(form, MARKDOWN.replace('- [ ]', '- [x]'))
    expect(ticked?.sections.at(-1)?.points[0]).toMatchObject({ id: 'p4', done: true })
  })

  it('are empty for another text', () => {
    expect(findCitedPoints(form, '# Mine\n\nNothing of it.\n')).toBeNull()
  })
})

describe('an edited summary', () => {
  it('keeps the passages of the remaining lines, even after one was removed and restored', async () => {
    const reply = {
      headline: 'Who pays',
      category: 'meeting',
      overview: { text: 'They meet.', rests_on: ['1'] },
      points: [{ text: 'Ben pays.', rests_on: ['2'] }],
      actions: [],
    }
    await using server = await testServer({ llm: createScriptedLlm([{ reply }]) })
    const { generate, notes } = await server.user()
    const { id } = await server.uploadFile({ seconds: 24, name: 'speakers 2' })
    await generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    const [note] = (await notes.queryNote({ headers: {}, query: { file_id: id } })).data
    const { note_id, note_content: before, extra } = note!
    const edit = async (note_content: string) =>
      (await notes.updateNote({ body: { file_id: id, note_id, note_content } })).data.extra
    const textsOf = ({ cited }: typeof extra) => cited?.sections.flatMap(({ points }) => points.map(({ text }) => text))
    expect(extra.cited).toBeNull()
    expect(await edit(`${before}\nMine.\n`)).toMatchObject({ form: null, cited: extra.form })
    expect(textsOf(await edit(before.replace('Ben pays', 'Ben does not pay')))).toEqual(['They meet.'])
    expect((await edit(before)).cited).toEqual(extra.form)
    expect((await edit('# Mine')).cited).toBeNull()
  })
})
