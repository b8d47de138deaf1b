import { act, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayerProvider } from '#features/files/web.tsx'
import { filesContract } from '#features/files/contract.ts'
import { minutes } from '#shared/units.ts'
import { mockLayout } from '#test/screens/mockLayout.ts'
import { FILE_ID } from '#test/screens/createRecording.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { notesContract } from '../contract.ts'
import type { Note, SummaryForm } from '../contract.ts'
import { allowedAddress, normalizeHeadings } from './SummaryMarkdown.tsx'
import { SummaryView, removeOriginLine } from './SummaryView.tsx'

const OWN_MARKDOWN = `# Forty clinics before the rains

*Covers 0:00 to 48:07 (100 %). Quoted from the transcript, no language model used*

## Highlights

- Forty clinics before the rains, in two waves of twenty. [6:14](#t=374000)
- The second survey is dropped. *(not supported)*
`
const form: SummaryForm = {
  engine: { kind: 'extractive', id: 'textrank' },
  language: 'en',
  coverage: { start_time: 0, end_time: minutes(48) + 7000, share: 1 },
  keyphrases: [],
  template: null,
  sections: [],
  chapters: [],
  mentions: [],
  talk_time: [],
  silence_ms: 0,
}

function createNote(markdown: string, summaryForm: SummaryForm | null): Note {
  const header = { headline: '', category: '', summary_id: 's', original_category: '' }
  const commonFields = {
    data_id: 'n',
    data_type: 'auto_sum_note',
    data_title: '',
    data_tab_name: '',
    data_link: '',
    data_error_code: '',
    ...{ task_status: 1, version_id: 'v', version_count: 0, template: null, made_at: 0 },
  } as const
  const extra = { summary_id: 's', header, form: summaryForm }
  return {
    ...commonFields,
    note_id: 'n',
    note_type: 'auto_sum_note',
    note_title: '',
    note_content: markdown,
    note_tab_name: '',
    error_code: '',
    summary_id: 's',
    data_post_id: '',
    data_content: markdown,
    extra,
  }
}

beforeEach(() => mockLayout())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function renderSummary(content: string, notes: Note[] = []) {
  mockServer([
    handle(filesContract.tempUrl, () => ({
      temp_url: 'https://blobs.test/signed',
      temp_url_opus: null,
      temp_type: 'audio/mpeg' as const,
    })),
    handle(notesContract.queryNote, ({ headers }) => ({ data: headers['file-id'] === FILE_ID ? notes : [] })),
  ])
  const sound = new MockAudioElement(minutes(48))
  const view = await renderWithProviders(
    <PlayerProvider fileId={FILE_ID} duration={minutes(48)} element={sound}>
      <SummaryView fileId={FILE_ID} content={content} empty={<p>no summary</p>} />
    </PlayerProvider>,
  )
  return { ...view, sound }
}

describe('the summary', () => {
  it('shows the cited time of a line and plays from there', async () => {
    const { user, sound } = await renderSummary(OWN_MARKDOWN)
    await user.click(await screen.findByRole('button', { name: 'Play from 6:14' }))
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

  it('shows how much of the recording was read and that the lines are quotes', async () => {
    await renderSummary(OWN_MARKDOWN, [createNote(OWN_MARKDOWN, form)])
    expect(await screen.findByText('Covers everything: 0:00 to 48:07')).toBeDefined()
    expect(screen.getByText('100%')).toBeDefined()
    expect(screen.getByText('Quotes, without a language model')).toBeDefined()
    // The line with the same content in the document is removed.
    await screen.findByRole('heading', { name: 'Highlights' })
    expect(screen.queryByText(/^Covers 0:00/)).toBeNull()
  })

  it('warns when only a part was read, and shows the name of the model', async () => {
    const partialForm = {
      ...form,
      engine: { kind: 'llm' as const, id: 'mistral-small' },
      coverage: { start_time: 0, end_time: 600_000, share: 0.999 },
    }
    await renderSummary(OWN_MARKDOWN, [createNote(OWN_MARKDOWN, partialForm)])
    expect(await screen.findByText('Covers 99% of the speech: 0:00 to 10:00')).toBeDefined()
    expect(screen.getByText('Written by mistral-small')).toBeDefined()
  })

  it('marks lines that nothing in the recording supports', async () => {
    await renderSummary(OWN_MARKDOWN, [createNote(OWN_MARKDOWN, form)])
    expect((await screen.findByTitle('No passage in the recording supports this line.')).textContent).toBe('not supported')
  })

  it('shows no coverage for an edited text', async () => {
    await renderSummary(`${OWN_MARKDOWN}\nAnd a line of my own.`, [createNote(OWN_MARKDOWN, form)])
    await screen.findByText('And a line of my own.')
    expect(screen.queryByText(/^Covers everything/)).toBeNull()
    expect(screen.getByText(/^Covers 0:00/)).toBeDefined()
  })

  it('renders the JSON of another program', async () => {
    await renderSummary(JSON.stringify({ summary: '# Theirs\n\nA line.' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Theirs' })).toBeDefined()
  })

  it('renders the empty element when there is no summary', async () => {
    await renderSummary('  ')
    expect(screen.getByText('no summary')).toBeDefined()
  })

  it('is copied to the clipboard as Markdown', async () => {
    const { user } = await renderSummary(OWN_MARKDOWN)
    await user.click(screen.getByRole('button', { name: 'Copy summary' }))
    expect(await screen.findByText('Summary copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(OWN_MARKDOWN)
  })

  it('has no accessibility violations', async () => {
    const { container } = await renderSummary(
      `${OWN_MARKDOWN}\n- [ ] Send it. [0:05](#t=5000)\n- [x] Done.\n\n| a | b |\n|---|---|\n| 1 | 2 |`,
    )
    await screen.findByRole('table')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
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
    await screen.findByText(/^Text bold/)
    expect(container.querySelectorAll('img, script, iframe, b')).toHaveLength(0)
    expect('stolen' in window).toBe(false)
  })

  it('links only to the web, in a new tab without an opener, and keeps the text of other links', async () => {
    await renderSummary(hostile)
    const links = await screen.findAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.test/a', 'https://auto.test'])
    for (const link of links) expect(link.getAttribute('rel')).toContain('noopener')
    expect(screen.getByText(/one two three four five six seven/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Play from/ })).toBeNull()
  })

  it('allows only times in the recording and web addresses', () => {
    expect(['#t=0', 'http://a.test', 'HTTPS://a.test'].map(allowedAddress)).toEqual(['#t=0', 'http://a.test', 'HTTPS://a.test'])
    expect(
      ['', '#t=-1', ' javascript:1', 'ftp://a.test', 'https:evil', 'blob:https://a'].map(allowedAddress).filter(Boolean),
    ).toEqual([])
  })
})

describe('the line of origin', () => {
  it('is removed from our own text, and nothing else is', () => {
    expect(removeOriginLine('# Title\n\n*Covers all*\n\nText *slanted*\n')).toBe('# Title\n\nText *slanted*\n')
    expect(removeOriginLine('*Covers all*\n\nText')).toBe('Text')
    expect(removeOriginLine('# Title\n\n- *a* point\n')).toBe('# Title\n\n- *a* point\n')
  })
})

function levelsAfter(...depths: number[]): (number | undefined)[] {
  const tree = { children: depths.map((depth) => ({ type: 'heading', depth })) }
  normalizeHeadings()(tree)
  return tree.children.map(({ depth }) => depth)
}

describe('the headings of a summary', () => {
  it('start at the second level, whatever the first level of the text is', () => {
    expect(levelsAfter(1, 2, 2)).toEqual([2, 3, 3])
    expect(levelsAfter(3, 3)).toEqual([2, 2])
  })

  it('skip no level and do not exceed the sixth', () => {
    expect(levelsAfter(1, 4, 6, 1)).toEqual([2, 3, 4, 2])
    expect(levelsAfter(1, 2, 3, 4, 5, 6)).toEqual([2, 3, 4, 5, 6, 6])
  })

  it('are the only nodes that change', () => {
    const tree = { children: [{ type: 'paragraph' }] }
    normalizeHeadings()(tree)
    expect(tree.children).toEqual([{ type: 'paragraph' }])
  })
})
