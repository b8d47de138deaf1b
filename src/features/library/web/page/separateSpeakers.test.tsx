import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { File } from '#features/files/contract.ts'
import { minutes, hours } from '#shared/units.ts'
import { createRecording, createSegment } from '#test/screens/createRecording.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { renderFilePage } from '#test/screens/renderFilePage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const createTranscribed = (change: Partial<File> = {}) =>
  createRecording({
    is_trans: true,
    trans_result: [
      createSegment(1, 0, 'What changed?', { speaker: 'Lena' }),
      createSegment(2, 4000, 'The nurses stayed', { speaker: 'Dr. Okafor' }),
    ],
    ...change,
  })

async function renderSpeakers(file: File, options: Parameters<typeof renderFilePage>[0] = {}) {
  const view = await renderFilePage({ files: [file], ...options })
  await view.user.click(await screen.findByRole('button', { name: 'Speakers' }))
  return { ...view, panel: within(await screen.findByRole('complementary', { name: /^Speakers/ })) }
}

describe('the player', () => {
  it('shows who speaks when, one lane a speaker', async () => {
    await renderFilePage({ files: [createTranscribed()] })
    await screen.findByRole('slider')
    expect([...document.querySelectorAll('[data-lane]')].map((lane) => lane.getAttribute('d'))).toEqual([
      expect.stringMatching(/^M0 0h\d+v3h-\d+z$/),
      expect.stringMatching(/^M4000 4h\d+v3h-\d+z$/),
    ])
  })
})

describe('telling speakers apart again', () => {
  it('starts with the expected number and shows its progress', async () => {
    const { user, state, panel } = await renderSpeakers(createTranscribed())
    await user.click(panel.getByRole('button', { name: 'More speakers' }))
    await user.click(panel.getByRole('button', { name: /^Separate again/ }))
    expect((await screen.findAllByText('Separating voices')).length).toBeGreaterThan(0)
    expect(state.separations).toEqual([3])
    expect(panel.getByRole('button', { name: /^Separate again/ }).getAttribute('aria-disabled')).toBe('true')
    expect(panel.getByText('This recording is being processed.')).toBeDefined()
  })

  it('explains that the recording is being processed', async () => {
    const { user, panel } = await renderSpeakers(createTranscribed(), { separationRefusal: -2 })
    await user.click(panel.getByRole('button', { name: /^Separate again/ }))
    expect((await screen.findAllByText('This recording is being processed.')).length).toBeGreaterThan(0)
  })

  it('shows the dialog of the limit when the server knows a longer recording (-14)', async () => {
    const { user, panel } = await renderSpeakers(createTranscribed(), { separationRefusal: -14 })
    await user.click(panel.getByRole('button', { name: /^Separate again/ }))
    await waitFor(() => expect(getOpenDialog('speakerLimit')).toBeDefined())
  })

  it('shows a dialog for a recording of over three hours (B§5)', async () => {
    const { user, state, panel } = await renderSpeakers(createTranscribed({ duration: hours(3) + minutes(1) }))
    await user.click(panel.getByRole('button', { name: /^Separate again/ }))
    expect(getOpenDialog('speakerLimit')).toEqual({ duration: hours(3) + minutes(1) })
    expect(state.separations).toEqual([])
  })

  it.each([[{ sound_deleted_at: 1_795_600_000 }, 'The audio of this recording was deleted, so it cannot be transcribed.']])(
    'is disabled with a reason for a recording with %o',
    async (change, reason) => {
      const { panel } = await renderSpeakers(createTranscribed(change))
      const button = panel.getByRole('button', { name: /^Separate again/ })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
    },
  )

  it('is not offered in the trash', async () => {
    const { panel } = await renderSpeakers(createTranscribed({ is_trash: true }))
    expect(panel.queryByRole('button', { name: /^Separate again/ })).toBeNull()
  })
})
