import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { profileContract } from '#features/profile/contract.ts'
import { meReply } from '#test/screens/aUser.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { createTask } from '#test/screens/createRecording.ts'
import { FeatureScreen, WithMembership } from '#test/screens/FeatureScreen.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { generateContract } from '../../contract.ts'
import { generateFeature } from '../../web.tsx'

const LISTS = { files_trans: [], files_summ: [] }
const QUOTA = 6000 * 60

/** More than 24 hours, of which another dialog tells. */
const LONG = 90_000

/** Shows an account that has transcribed this many seconds, while others are being transcribed. */
async function show(seconds_transcribed: number, inProgress: number) {
  mockServer([
    handle(profileContract.me, () => meReply({}, { seconds_transcribed })),
    handle(generateContract.status, () => ({
      ...{ data_transsumm: LISTS, data_processing: [], data_processing_chatllm: [], data_processing_sum_new_note: [] },
      ...{ data_complete_sum_new_note: [], data_processing_transsumm: { ...LISTS, files_outline: [] } },
      data_tasks: [createTask({ stage: 'transcribing' })],
    })),
    handle(generateContract.transStatus, () => ({ total_seconds: inProgress, remain_total: inProgress })),
  ])
  signInAs('u1')
  const dialogs = {
    transcriptionQuota: generateFeature.dialogs?.transcriptionQuota,
    longTranscription: generateFeature.dialogs?.longTranscription,
  }
  const { page, address } = withRouter(
    <WithMembership>
      <FeatureScreen features={[{ name: 'generate', dialogs }]} />
    </WithMembership>,
  )
  const view = await renderWithProviders(page)
  return { ...view, address }
}

afterEach(() => {
  closeDialogs('transcriptionQuota', 'longTranscription')
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('the quota of what was ever transcribed (B§5)', () => {
  it('is named once per account when what is being transcribed exceeds it, and leads to the history', async () => {
    const { user, address, unmount } = await show(QUOTA - 60, 120)
    const dialog = await screen.findByRole('dialog', { name: 'More than 100 hours transcribed' })
    expect(dialog.textContent).toMatch(/transcribed 100\u00A0h 1\u00A0min of audio in all\. The transcription continues\./)
    expect(await axeViolations()).toEqual([])
    await user.tab()
    await user.tab({ shift: true })
    expect(document.activeElement?.textContent).toBe('OK')
    await user.tab({ shift: true })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/member/history'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    unmount()
    await show(QUOTA, LONG)
    await screen.findByRole('dialog', { name: 'More than 24 hours of audio' })
    expect(getOpenDialog('transcriptionQuota')).toBeUndefined()
  })

  it('is not named at exactly a hundred hours', async () => {
    await show(QUOTA - LONG, LONG)
    await screen.findByRole('dialog', { name: 'More than 24 hours of audio' })
    expect(getOpenDialog('transcriptionQuota')).toBeUndefined()
  })
})
