import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { filesContract } from '#features/files/contract.ts'
import { PlayerProvider } from '#features/files/web.tsx'
import { minutes } from '#shared/units.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createForm, createNote, createPoint } from '#test/screens/createNote.ts'
import { FILE_ID, createRecording } from '#test/screens/createRecording.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { mockLayout } from '#test/screens/mockLayout.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { type Note, type SummaryForm, notesContract } from '../contract.ts'
import { SummaryView } from './SummaryView.tsx'

const TEXT = '# The printer'
const form = createForm({
  sections: [
    { kind: 'overview', heading: 'In short', points: [createPoint('p1', 'They talk about the printer.')] },
    { kind: 'decisions', heading: 'What was decided', points: [createPoint('p2', 'It is repaired.')] },
  ],
  chapters: [{ start_time: 0, end_time: 60_000, title: 'A broken printer' }],
})
const LINK = { temp_url: 'https://blobs.test/signed', temp_url_opus: null, temp_type: 'audio/mpeg' as const }

async function renderNote(change: { form: SummaryForm } & Partial<Note>) {
  const note = createNote({ note_content: TEXT, ...change })
  mockServer([handle(filesContract.tempUrl, () => LINK), handle(notesContract.queryNote, () => ({ data: [note] }))])
  const element = new MockAudioElement(minutes(48))
  const view = await renderWithProviders(
    <PlayerProvider fileId={FILE_ID} duration={minutes(48)} element={element}>
      <SummaryView
        file={createRecording({ ai_content: TEXT })}
        empty={<p>no summary</p>}
        isComparing={false}
        onCompare={() => {}}
      />
    </PlayerProvider>,
  )
  await screen.findByText('They talk about the printer.')
  return { ...view, element }
}

beforeAll(async () => {
  await loadMessages('notes')
})
beforeEach(() => mockLayout())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a summary of several dimensions (B§3)', () => {
  it.each(['llm', 'extractive'] as const)('shows all of them, or one: %s', async (kind) => {
    const engine = { kind, id: 'mistral-small' }
    const { user } = await renderNote({ form: { ...form, engine, dimensions: ['overview', 'decisions', 'chapters'] } })
    const tabs = screen.getByRole('tablist', { name: 'Parts of the summary' })
    expect(
      within(tabs)
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    ).toEqual(['All', 'In short', 'What was decided', 'Chapters'])
    await user.click(within(tabs).getByRole('tab', { name: 'What was decided' }))
    expect(await screen.findByText('It is repaired.')).toBeDefined()
    expect(screen.queryByText('They talk about the printer.')).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('has its chapters as a part of their own when a language model wrote it', async () => {
    const { user } = await renderNote({ form: { ...form, dimensions: ['overview', 'chapters'] } })
    await user.click(screen.getByRole('tab', { name: 'Chapters' }))
    expect(await screen.findByText('A broken printer')).toBeDefined()
  })

  it('has no tabs when it is not', async () => {
    await renderNote({ form })
    expect(screen.queryByRole('tablist')).toBeNull()
  })
})

describe('what the speaker noted while recording (B§7)', () => {
  it('stands below the text, and its times can be played', async () => {
    const mark_memo = [
      { mark_content: 'Ask about the toner', timestamp: 374_000 },
      { mark_content: 'Late', timestamp: null },
    ]
    const { user, element } = await renderNote({ form, mark_title: 'My notes', mark_memo })
    expect(await screen.findByRole('heading', { name: 'Noted while recording' })).toBeDefined()
    expect(screen.getByText('My notes')).toBeDefined()
    expect(screen.getByText('Late')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Play from 6:14' }))
    await waitFor(() => expect(element.currentTime).toBe(374))
    expect(await axeViolations()).toEqual([])
  })

  it('takes no room when there is nothing', async () => {
    await renderNote({ form })
    expect(screen.queryByRole('heading', { name: 'Noted while recording' })).toBeNull()
  })
})
