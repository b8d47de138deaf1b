import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { profileContract } from '#features/profile/contract.ts'
import { SETTINGS } from '#test/screens/aUser.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { generateContract } from '../contract.ts'
import { type NewFile, useTranscribeNew } from './useTranscribeNew.ts'

const [TALK, LECTURE] = [
  { id: 'a'.repeat(32), filename: 'Talk' },
  { id: 'b'.repeat(32), filename: 'Lecture' },
]

/** Shows a page whose account has the setting; undefined when it cannot be loaded. `add` adds a new recording. */
async function showPage(transcribe_new: 'automatic' | 'ask' | undefined) {
  const started: string[] = []
  const { requests } = mockServer([
    handle(profileContract.settings, () => {
      if (!transcribe_new) throw new MockError(500)
      return { data: { ...SETTINGS, transcribe_new } }
    }),
    handle(generateContract.transsumm, ({ params }) => {
      started.push(params.id)
      // The reply is not needed: the task is shown from the status.
      throw new MockError(-1, 'in progress')
    }),
  ])
  const { user, queries } = await renderWithProviders(<NewRecordings />)
  const add = ({ filename }: NewFile) => user.click(screen.getByRole('button', { name: `Add ${filename}` }))
  return { user, queries, requests, started, add }
}

function NewRecordings() {
  const transcribeNew = useTranscribeNew()
  return [TALK, LECTURE].map((file) => (
    <button key={file.id} onClick={() => transcribeNew(file)}>
      Add {file.filename}
    </button>
  ))
}

describe('a new recording', () => {
  it('is transcribed at once by default', async () => {
    const { started, add } = await showPage('automatic')
    await add(TALK)
    await add(LECTURE)
    await waitFor(() => expect(started).toEqual([TALK.id, LECTURE.id]))
  })

  it('is transcribed only when the user says so with "ask me", with one question about all that came meanwhile', async () => {
    const { user, started, add } = await showPage('ask')
    await add(TALK)
    await screen.findAllByText('Transcribe Talk?')
    await add(LECTURE)
    await screen.findAllByText('Transcribe the new recordings?')
    expect(started).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Transcribe' }))
    await waitFor(() => expect(started).toEqual([TALK.id, LECTURE.id]))
    await add(TALK)
    await screen.findAllByText('Transcribe Talk?')
  })

  it('is not transcribed when the choice of the user cannot be loaded', async () => {
    const { queries, requests, started, add } = await showPage(undefined)
    await add(TALK)
    await waitFor(() => expect(requests).toEqual(['GET /user/me/settings']))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(started).toEqual([])
  })
})
