import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MembershipContext } from '#features/membership/web.tsx'
import { aMembership } from '#test/screens/aMembership.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { type AskMock, aCitation, aThread, anAnswer, askHandlers } from '#test/screens/mockAsk.ts'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { renderPublicPage } from '#test/screens/renderPublicPage.tsx'
import { AskPanel } from './AskPanel.tsx'
import { useHandedQuestion } from './handedQuestion.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const FILE = 'a'.repeat(32)
const ANSWER = anAnswer({
  sources: { passages: 6, recordings: 1, whole_ms: 2_887_000 },
  sentences: [{ text: 'Forty clinics open.', is_related: false, citations: [aCitation(FILE, 379_000)] }],
  missing: 'when the rains begin',
})

async function renderPanel(change: Partial<AskMock> = {}) {
  const mock: AskMock = {
    threads: [],
    answers: [],
    answer: () => ({ thread: aThread({ file_id: FILE }), answer: ANSWER }),
    ...change,
  }
  const { handlers, asked } = askHandlers(mock)
  mockAppServer({ files: [fileRow({ id: FILE, filename: 'Interview', is_trans: true })], more: handlers })
  const onPlay = vi.fn<(passage: { start: number; end: number }) => void>()
  const Page = () => {
    const [handed] = useHandedQuestion()
    return (
      <MembershipContext
        value={{ membership: { ...aMembership(), membership_type: 'pro' }, error: null, retry: () => {}, retrying: false }}
      >
        <AskPanel fileId={FILE} isPlaying={false} onPlay={onPlay} onPause={() => {}} onClose={() => {}} />
        <p data-testid="handed">{handed?.question}</p>
      </MembershipContext>
    )
  }
  const view = await renderPublicPage('/panel', Page, '', { namespace: 'ask' })
  return { ...view, asked, onPlay }
}

it('asks the recording of the page, plays its places there, and looks in all recordings', async () => {
  const { user, asked, onPlay, currentAddress } = await renderPanel()
  await user.type(await screen.findByRole('textbox', { name: 'Ask about this recording' }), 'What first?{Enter}')
  await screen.findByText(/Forty clinics open/)
  expect(asked).toMatchObject([{ file_id: FILE, question: 'What first?' }])
  expect(screen.getByText('Read in full: 0:00 to 48:07')).toBeTruthy()
  expect(document.querySelector('[data-cite] bdi')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Play Interview from 6:19/ }))
  expect(onPlay).toHaveBeenCalledWith({ start: 379_000, end: 381_000 })
  expect(screen.getByRole('note').textContent).toContain('Not in this recording: when the rains begin')
  expect(await axeViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Look in all recordings' }))
  await waitFor(() => expect(currentAddress()).toBe('/ask'))
})

it('continues the latest thread of the recording, and begins a new one', async () => {
  const threads = [aThread({ file_id: FILE }), aThread({ thread_id: '9'.repeat(32), title: 'Older', file_id: FILE })]
  const { user, asked } = await renderPanel({ threads, answers: [ANSWER] })
  await screen.findByText(/Forty clinics open/)
  await user.click(screen.getByRole('button', { name: 'New question' }))
  await waitFor(() => expect(screen.queryByText(/Forty clinics open/)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'What is this about?' }))
  await waitFor(() => expect(asked).toMatchObject([{ topic: 'overview', thread_id: null }]))
})
