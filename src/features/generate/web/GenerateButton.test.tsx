import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { profileContract } from '#features/profile/contract.ts'
import { hours, minutes } from '#shared/units.ts'
import { FILE_ID } from '#test/screens/createRecording.ts'
import { SETTINGS } from '#test/screens/aUser.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { closeDialog, getOpenDialog } from '#ui/dialog/openDialog.ts'
import { generateContract } from '../contract.ts'
import { GenerateButton } from './GenerateButton.tsx'

afterEach(() => closeDialog('speakerLimit'))

/** Shows the button of a recording of this length in an account that tells speakers apart. */
async function showButton(duration: number, hasTranscript = true) {
  const diarization: unknown[] = []
  mockServer([
    handle(profileContract.settings, () => ({ data: { ...SETTINGS, separate_speakers: true } })),
    handle(generateContract.status, () => {
      throw new MockError(500)
    }),
    handle(generateContract.transsumm, ({ body }) => {
      diarization.push((JSON.parse(body.info ?? '{}') as { diarization?: number }).diarization)
      throw new MockError(-1, 'in progress')
    }),
  ])
  const { user, queries } = await renderWithProviders(
    <GenerateButton fileId={FILE_ID} duration={duration} hasTranscript={hasTranscript} />,
  )
  const settingsKey = ['me', profileContract.settings.path]
  await waitFor(() => expect(queries.getQueriesData({ queryKey: settingsKey }).flat().at(-1)).toBeDefined())
  const confirm = () => user.click(screen.getAllByRole('button', { name: 'Transcribe again' }).at(-1)!)
  const openSwitch = async () => {
    await confirm()
    return screen.findByRole('switch', { name: 'Tell speakers apart' })
  }
  return { user, diarization, confirm, openSwitch }
}

describe('transcribing again', () => {
  it('tells speakers apart as the settings say, unless it is turned off for this recording', async () => {
    const { user, diarization, confirm, openSwitch } = await showButton(minutes(10))
    const speakers = await openSwitch()
    await waitFor(() => expect(speakers.getAttribute('aria-checked')).toBe('true'))
    await user.click(speakers)
    await confirm()
    await waitFor(() => expect(diarization).toEqual([0]))
  })

  it('does not tell speakers apart over three hours: a dialog shows and the switch stays off (B§5)', async () => {
    const { user, openSwitch } = await showButton(hours(3) + minutes(1))
    const speakers = await openSwitch()
    await user.click(speakers)
    expect(getOpenDialog('speakerLimit')).toEqual({ duration: hours(3) + minutes(1) })
    expect(speakers.getAttribute('aria-checked')).toBe('false')
  })
})

describe('transcribing for the first time', () => {
  it('starts without speakers over three hours, and says so (B§5)', async () => {
    const { user, diarization } = await showButton(hours(4), false)
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await waitFor(() => expect(diarization).toHaveLength(1))
    await waitFor(() => expect(getOpenDialog('speakerLimit')).toEqual({ duration: hours(4) }))
  })
})
