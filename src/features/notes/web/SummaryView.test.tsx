import { act, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayerProvider } from '#features/files/web.tsx'
import { filesContract } from '#features/files/contract.ts'
import { minutes } from '#shared/units.ts'
import { mockLayout } from '#test/screens/mockLayout.ts'
import { createForm, createNote, createPoint } from '#test/screens/createNote.ts'
import { FILE_ID, createRecording, createSegment } from '#test/screens/createRecording.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { notesContract } from '../contract.ts'
import type { Note, SummaryForm } from '../contract.ts'
import type { Passage } from '../rules/citations.ts'
import { SummaryView, type SummaryViewProps } from './SummaryView.tsx'

const MARKDOWN = `# Forty clinics before the rains

*Covers 0:00 to 48:07 (100 %).*

## Decisions

- Forty clinics before the rains, in two waves of twenty. [6:14](#t=374000)
- The second survey is dropped. *(not supported)*
`
const SEGMENTS = [
  createSegment(1, 362_000, 'What changed?', { speaker: 'Lena' }),
  createSegment(2, 374_000, 'The nurses stayed and we lost eleven', { speaker: 'Dr. Okafor' }),
  createSegment(3, 379_000, 'in the whole district', { speaker: 'Dr. Okafor' }),
  createSegment(4, 400_000, 'And the drivers?', { speaker: 'Lena' }),
]
const writtenForm = createForm({
  sections: [
    {
      kind: 'overview',
      heading: 'In short',
      points: [createPoint('p1', 'The pilot works.', { segments: ['2'], start_time: 375_000 })],
    },
    {
      kind: 'decisions',
      heading: 'What was decided',
      points: [
        createPoint('p2', 'Forty clinics.', { segments: ['1', '4'], start_time: 362_000, speaker: 'Dr. Okafor' }),
        createPoint('p3', 'The second survey is dropped.', { supported: false }),
      ],
    },
    {
      kind: 'actions',
      heading: 'To do',
      points: [createPoint('p4', 'Send the budget.', { owner: 'Lena', due: 'by Friday', segments: ['4'], start_time: 400_000 })],
    },
  ],
})
const overviewForm: SummaryForm = {
  ...writtenForm,
  engine: { kind: 'extractive', id: 'extractive' },
  sections: [
    {
      kind: 'points',
      heading: 'Key sentences',
      points: [createPoint('p1', 'The nurses stayed.', { segments: ['2'], start_time: 374_000, speaker: 'Dr. Okafor' })],
    },
    {
      kind: 'questions',
      heading: 'Questions asked',
      points: ['What changed?', 'And the drivers?', 'Who pays?', 'When?', 'Where?'].map((text, index) =>
        createPoint(`q${index}`, text, { start_time: 362_000 + index * 1000 }),
      ),
    },
    {
      kind: 'actions',
      heading: 'Possible to-dos',
      points: [createPoint('p9', 'I will send the budget.', { segments: ['4'], start_time: 400_000 })],
    },
  ],
  chapters: [
    { start_time: 0, end_time: 370_000, title: 'The pilot so far' },
    { start_time: 370_000, end_time: minutes(48), title: 'Forty before the rains' },
  ],
  mentions: [
    { text: 'Kasese', kind: 'name', count: 5, start_time: 379_000 },
    { text: 'eleven nurses', kind: 'number', count: 1, start_time: 376_000 },
  ],
  talk_time: [
    { speaker: 'Dr. Okafor', ms: 1_880_000, share: 0.68 },
    { speaker: 'Lena', ms: 892_000, share: 0.32 },
  ],
  silence_ms: 115_000,
}

const summaryNote = (markdown: string, form: SummaryForm | null) => createNote({ note_content: markdown, form })

beforeAll(async () => {
  await loadMessages('notes')
})
beforeEach(() => mockLayout())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type RenderOptions = Pick<SummaryViewProps, 'onConnectModel'> & { notes?: Note[]; failsToTick?: boolean }

async function renderSummary(content: string, { notes = [], failsToTick = false, ...props }: RenderOptions = {}) {
  const ticks: [string, boolean][] = []
  mockServer([
    handle(filesContract.tempUrl, () => ({
      temp_url: 'https://blobs.test/signed',
      temp_url_opus: null,
      temp_type: 'audio/mpeg' as const,
    })),
    handle(notesContract.changeTodo, ({ body }) => {
      ticks.push([body.point_id, body.done])
      if (failsToTick) throw new MockError(500)
      return { data: { version_id: 'v3' } }
    }),
    handle(notesContract.queryNote, ({ headers }) => ({ data: headers['file-id'] === FILE_ID ? notes : [] })),
  ])
  const sound = new MockAudioElement(minutes(48))
  const onChoose = vi.fn<(passage: Passage) => void>()
  const file = createRecording({ ai_content: content, trans_result: SEGMENTS })
  const view = await renderWithProviders(
    <PlayerProvider fileId={FILE_ID} duration={minutes(48)} element={sound}>
      <SummaryView
        file={file}
        empty={<p>no summary</p>}
        isComparing={false}
        onCompare={() => {}}
        onChoose={onChoose}
        {...props}
      />
    </PlayerProvider>,
  )
  return { ...view, sound, onChoose, ticks }
}

const written = () => renderSummary(MARKDOWN, { notes: [summaryNote(MARKDOWN, writtenForm)] })
const overview = (change: Partial<SummaryForm> = {}, props: Omit<RenderOptions, 'notes'> = {}) =>
  renderSummary(MARKDOWN, { notes: [summaryNote(MARKDOWN, { ...overviewForm, ...change })], ...props })

async function expectNoViolations(container: Element) {
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}

describe('a written summary (B§3)', () => {
  it('shows its sections, and the model that wrote it', async () => {
    const { container } = await written()
    expect(await screen.findByRole('heading', { level: 2, name: 'What was decided' })).toBeDefined()
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'In short',
      'What was decided',
      'To do',
    ])
    expect(screen.getByText('Written by mistral-small')).toBeDefined()
    expect(screen.getByText('Covers everything: 0:00 to 48:07')).toBeDefined()
    await expectNoViolations(container)
  })

  it('says why a part is missing that the model did not write', async () => {
    const form: SummaryForm = { ...writtenForm, model_failure: { model: 'mistral-small', failure: 'quota' } }
    await renderSummary(MARKDOWN, { notes: [summaryNote(MARKDOWN, form)] })
    expect(await screen.findByText(/mistral-small did not write all of this\. .*quota/i)).toBeDefined()
  })

  it('plays each passage that a point rests on, and marks it in the transcript', async () => {
    const { user, sound, onChoose } = await written()
    const item = within((await screen.findByText('Forty clinics.')).closest('li')!)
    expect(item.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['6:02', '6:40'])
    expect(item.getByText('Dr. Okafor').style.color).toBe('var(--s2)')
    await user.click(item.getByRole('button', { name: 'Play from 6:40' }))
    await waitFor(() => expect(sound.currentTime).toBe(400))
    expect(onChoose).toHaveBeenCalledWith({ start: 400_000, end: 401_500 })
  })

  it('marks points that were not found in the recording, and hides none', async () => {
    await written()
    const item = (await screen.findByText(/The second survey is dropped/)).closest('li')!
    expect(within(item).getByTitle('No passage in the recording supports this line.').textContent).toBe(
      'not found in the recording',
    )
    expect(within(item).queryByRole('button')).toBeNull()
  })

  it('shows the owner and due date of a task', async () => {
    await written()
    const item = (await screen.findByText('Send the budget.')).closest('li')!
    expect(item.textContent).toContain('Lena · by Friday')
  })

  it('ticks a task off at once, and takes it back when saving fails', async () => {
    const notes = [summaryNote(MARKDOWN, writtenForm)]
    const { user, ticks, unmount } = await renderSummary(MARKDOWN, { notes })
    await user.click(await screen.findByRole('checkbox', { name: 'Send the budget.' }))
    expect(ticks).toEqual([['p4', true]])
    unmount()
    const failing = await renderSummary(MARKDOWN, { notes, failsToTick: true })
    await failing.user.click(await screen.findByRole('checkbox', { name: 'Send the budget.' }))
    expect(await screen.findAllByText(/The to-do could not be saved/)).toBeDefined()
    expect(screen.getByRole('checkbox', { name: 'Send the budget.' }).getAttribute('aria-checked')).toBe('false')
  })

  it('warns when only a part was read', async () => {
    const coverage = { start_time: 0, end_time: 600_000, share: 0.999 }
    await renderSummary(MARKDOWN, { notes: [summaryNote(MARKDOWN, { ...writtenForm, coverage })] })
    expect(await screen.findByText('Covers 99% of the speech: 0:00 to 10:00')).toBeDefined()
  })

  it('says so when there was not enough speech', async () => {
    await renderSummary(MARKDOWN, { notes: [summaryNote(MARKDOWN, { ...writtenForm, sections: [] })] })
    expect(await screen.findByText('There was not enough speech to summarize.')).toBeDefined()
  })
})

describe('the overview (without a language model)', () => {
  it('shows chapters, key sentences, questions, possible to-dos, names and numbers and talk time', async () => {
    const { container } = await overview()
    await screen.findByRole('heading', { name: 'Chapters' })
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Chapters',
      'Key sentences',
      'Questions asked',
      'Possible to-dos',
      'Names and numbers',
      'Talk time',
    ])
    expect(screen.getByText('1:55 of silence')).toBeDefined()
    expect(screen.getByText('31:20 · 68%')).toBeDefined()
    expect(screen.getByText('Nobody named', { exact: false }).textContent).toContain('no date')
    expect(screen.getByRole('button', { name: 'Kasese 5×' })).toBeDefined()
    await expectNoViolations(container)
  })

  it('plays a chapter, and marks the one that plays', async () => {
    const { user, sound } = await overview()
    const chapter = await screen.findByRole('button', { name: /Forty before the rains/ })
    await user.click(chapter)
    await waitFor(() => expect(sound.currentTime).toBe(370))
    await waitFor(() => expect(chapter.getAttribute('aria-current')).toBe('true'))
  })

  it('shows three questions, and the others on request', async () => {
    const { user } = await overview()
    await user.click(await screen.findByRole('button', { name: '2 more' }))
    expect(screen.getByText('Where?')).toBeDefined()
    expect(screen.queryByRole('button', { name: /more$/ })).toBeNull()
  })

  it('offers to connect a language model only to those who can', async () => {
    const { unmount } = await overview()
    await screen.findByText('Made from the words themselves.')
    expect(screen.queryByRole('button', { name: /Connect a language model/ })).toBeNull()
    unmount()
    const onConnectModel = vi.fn<() => void>()
    const { user } = await overview({}, { onConnectModel })
    await user.click(await screen.findByRole('button', { name: /Connect a language model/ }))
    expect(onConnectModel).toHaveBeenCalledOnce()
  })

  it('names the language model that failed, why, and what to do', async () => {
    const onConnectModel = vi.fn<() => void>()
    const { user } = await overview({ model_failure: { model: 'qwen3:8b', failure: 'cut-answer' } }, { onConnectModel })
    expect(await screen.findByText(/qwen3:8b gave no usable answer.*Try a model that reasons less/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Connect a language model/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Language model settings' }))
    expect(onConnectModel).toHaveBeenCalledOnce()
  })

  it('has no headings for empty parts', async () => {
    await overview({ chapters: [], mentions: [], talk_time: [], sections: overviewForm.sections.slice(0, 1) })
    await screen.findByText('The nurses stayed.')
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Key sentences'])
  })

  it('shows the words of a recording of a few lines', async () => {
    const { container } = await overview({ chapters: [], mentions: [], talk_time: [], sections: [] })
    expect(await screen.findByText('Too short for an overview. This is what was said:')).toBeDefined()
    expect(screen.getByText('in the whole district')).toBeDefined()
    await expectNoViolations(container)
  })

  it('says of a section of a template that nothing was found', async () => {
    const template = { id: 't', type: 'custom' as const, name: 'Mine' }
    await overview({ template, sections: [{ kind: 'text', heading: 'Risks', points: [] }] })
    expect(await screen.findByRole('heading', { name: 'Risks' })).toBeDefined()
    expect(screen.getByText('Nothing about this in the recording.')).toBeDefined()
  })
})

describe('a summary that was changed', () => {
  it('is shown as its Markdown, and its times can be played', async () => {
    const { user, sound } = await renderSummary(`${MARKDOWN}\nAnd a line of my own.`, {
      notes: [summaryNote(MARKDOWN, writtenForm)],
    })
    await screen.findByText('And a line of my own.')
    expect(screen.queryByText(/^Covers everything/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Play from 6:14' }))
    await waitFor(() => expect(sound.currentTime).toBe(374))
    expect(sound.paused).toBe(false)
  })

  it('marks the passage that plays, and the played ones', async () => {
    const markdown = '- One. [0:05](#t=5000)\n- Two. [0:20](#t=20000)\n- Three. [2:00](#t=120000)'
    const { user, sound } = await renderSummary(markdown)
    const progressOf = () =>
      screen.getAllByRole('button', { name: /^Play from/ }).map((button) => button.getAttribute('data-progress'))
    await screen.findByText('One.', { exact: false })
    expect(progressOf()).toEqual(['ahead', 'ahead', 'ahead'])
    await user.click(screen.getByRole('button', { name: 'Play from 0:20' }))
    await waitFor(() => expect(progressOf()).toEqual(['played', 'current', 'ahead']))
    expect(screen.getByRole('button', { current: true }).textContent).toBe('0:20')
    // The passage has ended long before the next one.
    act(() => sound.playTo(minutes(1)))
    await waitFor(() => expect(progressOf()).toEqual(['played', 'played', 'ahead']))
  })

  it('has tasks that can be ticked off, wherever other boxes stand', async () => {
    const markdown =
      '```\n- [ ] code\n```\n\n- [x] Send it.\n- [ ] Ask them. [6:14](#t=374000)\n\n1. [ ] Find a boat\n\n> - [ ] Wait\n'
    const { user, ticks, container } = await renderSummary(markdown, { notes: [summaryNote(markdown, null)] })
    const box = await screen.findByRole('checkbox', { name: /Ask them/ })
    await waitFor(() => expect((box as HTMLInputElement).disabled).toBe(false))
    await expectNoViolations(container)
    await user.click(box)
    await user.click(screen.getByRole('checkbox', { name: /Wait/ }))
    expect(ticks.map(([id]) => id)).toEqual(['t2', 't4'])
  })

  it('renders the JSON of another program', async () => {
    await renderSummary(JSON.stringify({ summary: '# Theirs\n\nA line.' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Theirs' })).toBeDefined()
  })

  it('renders the empty element when there is no summary', async () => {
    await renderSummary('  ')
    expect(screen.getByText('no summary')).toBeDefined()
  })

  it('shows all passages of the lines that an edit left unchanged', async () => {
    const cited = { ...writtenForm, sections: writtenForm.sections.slice(1, 2) }
    const markdown = '- Forty clinics. [6:02](#t=362000)\n- Mine. [6:15](#t=375000)\n'
    await renderSummary(markdown, { notes: [createNote({ note_content: markdown, cited })] })
    const [unchanged, changed] = await screen.findAllByRole('listitem')
    const timesIn = (item: HTMLElement | undefined) =>
      within(item!)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    expect([timesIn(unchanged), timesIn(changed)]).toEqual([['6:02', '6:40'], ['6:15']])
  })

  it('is copied to the clipboard with plain times', async () => {
    const { user } = await renderSummary(MARKDOWN)
    await user.click(await screen.findByRole('button', { name: 'Copy summary' }))
    expect(await screen.findByText('Summary copied')).toBeDefined()
    const copied = await navigator.clipboard.readText()
    expect(copied).not.toContain('#t=')
    expect(copied).toMatch(/\d:\d\d/)
  })

  it('has no accessibility violations', async () => {
    const { container } = await renderSummary(`${MARKDOWN}\n| a | b |\n|---|---|\n| 1 | 2 |`)
    expect(await screen.findByRole('table')).toBeDefined()
    await expectNoViolations(container)
  })
})

describe('a hostile summary', () => {
  const hostile = [
    'Text <b>bold</b> <script>window.stolen = 1</script><img src=x onerror="window.stolen=1"> end',
    '<iframe src="https://evil.test"></iframe>',
    '![pixel](https://evil.test/pixel.png)',
    '[one](javascript:window.stolen=1) [two](data:text/html,x) [three](//evil.test) [four](/member/x) [five](#other) [six](JaVaScRiPt:1) [seven](mailto:a@b.test)',
    '[web](https://example.test/a) <https://auto.test>',
    '[far](#t=99999999999999)',
  ].join('\n\n')

  it('adds no HTML, image or script to the page', async () => {
    const { container } = await renderSummary(hostile)
    await screen.findByText(/^Text <b>bold<\/b>/)
    expect(container.querySelectorAll('img, script, iframe, b')).toHaveLength(0)
    expect('stolen' in window).toBe(false)
  })

  it('links only to the web and to email, in a new tab without an opener, and keeps the text of other links', async () => {
    await renderSummary(hostile)
    const links = await screen.findAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'mailto:a@b.test',
      'https://example.test/a',
      'https://auto.test',
    ])
    for (const link of links) expect(link.getAttribute('rel')).toContain('noopener')
    expect(screen.getByText(/one two three four five six/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Play from/ })).toBeNull()
  })
})
