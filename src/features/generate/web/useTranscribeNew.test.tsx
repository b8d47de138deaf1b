import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import { profileContract } from '#features/profile/contract.ts'
import { SETTINGS } from '#test/screens/aUser.ts'
import { FeatureScreen } from '#test/screens/FeatureScreen.tsx'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { generateDialogHandlers } from '#test/screens/generateHandlers.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { getOpenDialog, openDialog } from '#ui/dialog/openDialog.ts'
import { type TaskRequest, generateContract } from '../contract.ts'
import { generateFeature } from '../web.tsx'
import { type NewFile, useTranscribeNew } from './useTranscribeNew.ts'

const [TALK, LECTURE] = [
  { id: 'a'.repeat(32), filename: 'Talk' },
  { id: 'b'.repeat(32), filename: 'Lecture' },
]

/** Shows a page whose account has the setting; undefined when it cannot be loaded. `add` adds a new recording. */
async function showPage(transcribe_new: 'automatic' | 'ask' | 'off' | undefined, { refusesSpeakers = false } = {}) {
  const bodies: z.output<typeof TaskRequest>[] = []
  const started: string[] = []
  const { requests } = mockServer([
    handle(profileContract.settings, () => {
      if (!transcribe_new) throw new MockError(500)
      return { data: { ...SETTINGS, transcribe_new } }
    }),
    handle(generateContract.transsumm, ({ params, body }) => {
      bodies.push(body)
      if (refusesSpeakers && String(body.info).includes('"diarization":1')) throw new MockError(-14)
      started.push(params.id)
      // The reply is not needed: the task is shown from the status.
      throw new MockError(-1, 'in progress')
    }),
    ...generateDialogHandlers(),
  ])
  const { user, queries } = await renderWithProviders(
    <FeatureScreen features={[generateFeature]}>
      <NewRecordings />
    </FeatureScreen>,
  )
  const add = ({ filename }: NewFile) => user.click(screen.getByRole('button', { name: `Add ${filename}` }))
  return { user, queries, requests, started, bodies, add }
}

/** Adds a recording while a dialog covers the page. */
let addLater: ((file: NewFile) => void) | undefined

function NewRecordings() {
  const transcribeNew = useTranscribeNew()
  useEffect(() => {
    addLater = transcribeNew
  }, [transcribeNew])
  return [TALK, LECTURE].map((file) => (
    <button key={file.id} onClick={() => transcribeNew(file)}>
      Add {file.filename}
    </button>
  ))
}

beforeEach(() => signInAs('u1'))
afterEach(() => {
  closeDialogs('generate')
  localStorage.clear()
})

describe('a new recording', () => {
  it('is not transcribed when it was imported with its transcript', async () => {
    const { started, requests } = await showPage('automatic')
    const before = requests.length
    act(() => addLater?.({ ...TALK!, is_trans: true }))
    expect(requests.slice(before)).toEqual([])
    expect(started).toEqual([])
  })

  it('is transcribed at once by default', async () => {
    const { started, add } = await showPage('automatic')
    await add(TALK)
    await add(LECTURE)
    await waitFor(() => expect(started).toEqual([TALK.id, LECTURE.id]))
  })

  it('is generated with what was chosen last', async () => {
    const choices = { method: 'custom', model: 'qwen3', template: { id: 'INTERVIEW', type: 'system', name: 'Interview' } }
    localStorage.setItem('earshot_u1_generate_choices', JSON.stringify({ value: choices, expires: null }))
    const { bodies, add } = await showPage('automatic')
    await add(TALK)
    await waitFor(() => expect(bodies).toMatchObject([{ summ_type: 'INTERVIEW', summ_type_type: 'system' }]))
    expect(JSON.parse(String(bodies[0]?.info))).toEqual({ llm: 'qwen3', support_mul_summ: true })
  })

  it('is transcribed without speakers when it is too long for them (B§5)', async () => {
    const choices = { method: 'custom', model: 'auto', separatesSpeakers: true, template: null }
    localStorage.setItem('earshot_u1_generate_choices', JSON.stringify({ value: choices, expires: null }))
    const { bodies, add } = await showPage('automatic', { refusesSpeakers: true })
    await add(TALK)
    await waitFor(() => expect(bodies.map(({ info }) => info)).toHaveLength(2))
    expect(bodies.map(({ info }) => (JSON.parse(String(info)) as { diarization: number }).diarization)).toEqual([1, 0])
  })

  it('is transcribed only when the user says so with "ask me", with one dialog about all that came meanwhile', async () => {
    const { user, started, add } = await showPage('ask')
    await add(TALK)
    const dialog = await screen.findByRole('dialog')
    act(() => addLater?.(LECTURE))
    expect(await screen.findByText('2 new recordings')).toBeTruthy()
    expect(started).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Generate' }))
    await waitFor(() => expect(started).toEqual([TALK.id, LECTURE.id]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await add(TALK)
    await screen.findByRole('dialog')
    expect(screen.queryByText(/new recordings/)).toBeNull()
  })

  it('does not change a dialog about another recording with "ask me"', async () => {
    await showPage('ask')
    act(() => openDialog('generate', { fileId: LECTURE.id, flag: 0 }))
    await screen.findByRole('dialog')
    act(() => addLater?.(TALK))
    expect((await screen.findAllByText('Transcribe Talk?')).length).toBeGreaterThan(0)
    expect(getOpenDialog('generate')).toEqual({ fileId: LECTURE.id, flag: 0 })
  })

  it('is left alone when the user does not want it', async () => {
    const { queries, requests, started, add } = await showPage('off')
    await add(TALK)
    await waitFor(() => expect(requests).toContain('GET /user/me/settings'))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect([started, getOpenDialog('generate')]).toEqual([[], undefined])
  })

  it('is not transcribed when the choice of the user cannot be loaded', async () => {
    const { queries, requests, started, add } = await showPage(undefined)
    await add(TALK)
    await waitFor(() => expect(requests).toContain('GET /user/me/settings'))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(started).toEqual([])
  })
})
