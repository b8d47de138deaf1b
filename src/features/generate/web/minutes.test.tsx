import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MembershipContext } from '#features/membership/web.tsx'
import { profileContract } from '#features/profile/contract.ts'
import { minutes } from '#shared/units.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { FILE_ID, createTask } from '#test/screens/createRecording.ts'
import { FeatureScreen } from '#test/screens/FeatureScreen.tsx'
import { PENDING_REPLY, generateDialogHandlers } from '#test/screens/generateHandlers.ts'
import { libraryHandlers } from '#test/screens/MockLibrary.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { aMembership } from '#test/screens/aMembership.ts'
import { meReply, SETTINGS, type UserData } from '#test/screens/aUser.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { generateContract, type TaskView } from '../contract.ts'
import { generateFeature } from '../web.tsx'
import { NewRecordingEstimate } from './estimate/NewRecordingEstimate.tsx'
import { GenerateButton } from './GenerateButton.tsx'
import { useTaskChips } from './taskChips.tsx'
import { TaskProgress } from './TaskProgress.tsx'
import { clearStartFailure } from './start/startRequests.ts'
import { useTranscribeNew } from './useTranscribeNew.ts'

const LISTS = { files_trans: [], files_summ: [] }

let isTranscribed = false

/** A server on which transcribing 48 minutes is refused while `left` is too little. */
function startServer(tasks: TaskView[] = []) {
  const state = { left: 12 * 60, tasks, transcribe_new: 'automatic' as 'automatic' | 'ask' }
  const { requests } = mockServer([
    handle(profileContract.me, () => meReply({ seconds_left: state.left })),
    handle(profileContract.settings, () => ({ data: { ...SETTINGS, transcribe_new: state.transcribe_new } })),
    handle(generateContract.status, () => ({
      data_transsumm: LISTS,
      data_processing: [],
      data_processing_chatllm: [],
      data_processing_sum_new_note: [],
      data_complete_sum_new_note: [],
      data_processing_transsumm: { ...LISTS, files_outline: [] },
      data_tasks: state.tasks,
    })),
    handle(generateContract.transsumm, () => {
      if (state.left < 48 * 60) throw new MockError(-1, 'no', {}, { seconds_needed: 48 * 60, seconds_left: state.left })
      state.tasks = [createTask({ stage: 'queued', percent: 0, seconds_left: null })]
      return PENDING_REPLY
    }),
    ...generateDialogHandlers({ file: { duration: minutes(48), is_trans: isTranscribed } }),
    ...libraryHandlers(() => []),
  ])
  return { state, requests }
}

type UserOptions = { user?: Partial<UserData> }

async function show(content: React.ReactNode, { user = { seconds_left: 288 * 60 } }: UserOptions = {}) {
  const membershipState = { membership: aMembership(user), error: null, retry: () => {}, retrying: false }
  return renderWithProviders(<MembershipContext value={membershipState}>{content}</MembershipContext>)
}

const ListChip = () => useTaskChips()(FILE_ID)

const RECORDING = (
  <FeatureScreen features={[generateFeature]}>
    <GenerateButton fileId={FILE_ID} duration={minutes(48)} hasTranscript={false} />
    <TaskProgress fileId={FILE_ID} duration={minutes(48)} />
    <ListChip />
  </FeatureScreen>
)

/** Opens the dialog and generates with what it starts with. */
async function generate(user: Awaited<ReturnType<typeof show>>['user']): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Generate' }))
}

beforeEach(() => signInAs('u1'))
afterEach(() => {
  act(() => clearStartFailure(FILE_ID))
  closeDialogs('outOfMinutes', 'generate')
  isTranscribed = false
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('a transcription without enough minutes (B§8: -1)', () => {
  it('opens the dialog with what is needed and left, and the recording says so until it can be transcribed', async () => {
    const { state } = startServer()
    const { user } = await show(RECORDING)
    await generate(user)
    const alert = await screen.findByRole('alert')
    expect(getOpenDialog('outOfMinutes')).toEqual({ needed: 2880, left: 720 })
    expect(alert.textContent).toMatch(/^Not enough minutesYour minutes do not cover this recording/)
    expect(screen.getByText('Not enough minutes · Try again')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    closeDialogs('outOfMinutes')
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(getOpenDialog('outOfMinutes')).toEqual({ needed: 2880, left: 720 }))
    state.left = 300 * 60
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }))
    expect((await screen.findByRole('region', { name: 'Progress' })).textContent).toContain('Queued')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is still shown after a reload, to this account only, until the recording is transcribed', async () => {
    startServer()
    const first = await show(RECORDING)
    await generate(first.user)
    await screen.findByRole('alert')
    expect(localStorage.getItem('earshot_u1_not_enough_minutes')).toContain(FILE_ID)
    first.unmount()
    signInAs('u2')
    const { requests } = startServer()
    const second = await show(RECORDING)
    await waitFor(() => expect(requests).toContain('GET /ai/status'))
    expect(screen.queryByRole('alert')).toBeNull()
    second.unmount()
    signInAs('u1')
    startServer()
    const third = await show(RECORDING)
    expect((await screen.findByRole('alert')).textContent).toContain('Not enough minutes')
    third.unmount()
    const done = startServer([createTask({ stage: 'done', status: 1 })])
    await show(RECORDING)
    await waitFor(() => expect(done.requests).toContain('GET /ai/status'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('disappears with Cancel', async () => {
    startServer()
    const { user } = await show(RECORDING)
    await generate(user)
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leaves a transcript as it is: transcribing again only opens the dialog', async () => {
    isTranscribed = true
    startServer()
    const { user } = await show(
      <FeatureScreen features={[generateFeature]}>
        <GenerateButton fileId={FILE_ID} duration={minutes(48)} hasTranscript />
      </FeatureScreen>,
    )
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Transcribe again' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('Uses 48 min of 288 left; 240 after. If it fails, you get them back.')
    await user.click(within(dialog).getByRole('button', { name: 'Transcribe again' }))
    await waitFor(() => expect(getOpenDialog('outOfMinutes')).toBeDefined())
    expect(localStorage.getItem('earshot_u1_not_enough_minutes')).toBeNull()
  })

  it('is the same for a new recording that is transcribed automatically', async () => {
    startServer()
    const { user } = await show(
      <>
        <NewFile />
        {RECORDING}
      </>,
    )
    await user.click(screen.getByRole('button', { name: 'Add' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Not enough minutes')
    expect(getOpenDialog('outOfMinutes')).toEqual({ needed: 2880, left: 720 })
  })
})

function NewFile() {
  const transcribeNew = useTranscribeNew()
  return <button onClick={() => transcribeNew({ id: FILE_ID, filename: 'Talk' })}>Add</button>
}

describe('the button that transcribes', () => {
  const button = (props: Partial<React.ComponentProps<typeof GenerateButton>> = {}) => (
    <GenerateButton fileId={FILE_ID} duration={minutes(12)} hasTranscript={false} {...props} />
  )
  const description = () => screen.getByRole('button', { name: 'Generate' }).getAttribute('aria-describedby')
  const describedBy = () => document.getElementById(description() ?? '')?.textContent?.replaceAll('\u00A0', ' ')

  it.each([
    ['says what it uses and what is left', { seconds_left: 288 * 60 }, /Uses 12 min of 288 left; 276 after\./],
    ['counts packs as well', { seconds_left: 0, seconds_left_traffic: 20 * 60 }, /Uses 12 min of 20 left; 8 after\./],
    ['says that there are not enough', { seconds_left: 300 }, /Not enough minutes: needs 12 min, 5 left\./],
  ])('%s', async (_, user, text) => {
    startServer()
    await show(button(), { user })
    expect(describedBy()).toMatch(text)
    expect(document.body.textContent).toMatch(text)
  })

  it('says nothing about minutes for unlimited plans and for the sample recording', async () => {
    startServer()
    const { unmount } = await show(button(), { user: { membership_type: 'unlimited' } })
    expect(describedBy()).toBe('Transcribe and summarize 12 min')
    unmount()
    await show(button({ isFree: true }))
    expect(describedBy()).toBe('Transcribe and summarize 12 min')
  })
})

describe('the estimate before an upload or a recording', () => {
  const estimate = (props: Partial<React.ComponentProps<typeof NewRecordingEstimate>> = {}) => (
    <NewRecordingEstimate duration={null} {...props} />
  )

  it.each([
    [{ duration: minutes(12) }, 'Uses 12 min of 288 left; 276 after.'],
    [{ duration: minutes(12), hasMore: true }, 'Uses 12 min of 288 left; 276 after. More files are being checked.'],
    [{ duration: 0 }, '288 min left for transcription.'],
    [{ duration: null }, 'Transcribed when you stop. 288 min left; each minute recorded takes one.'],
  ])('with %j is: %s', async (props, text) => {
    startServer()
    await show(estimate(props))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it.each([
    [{ duration: minutes(12) }, 5 * 60, 'Not enough minutes: needs 12 min, 5 left.', { needed: 720, left: 300 }],
    [{ duration: null }, 59, 'No minutes left. New recordings are saved, but not transcribed.', { needed: null, left: 59 }],
  ])('with %j and %d seconds says that there are too few, and opens the dialog', async (props, seconds_left, text, opened) => {
    startServer()
    const { user } = await show(estimate(props), { user: { seconds_left } })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await user.tab()
    await user.keyboard('{Enter}')
    expect(getOpenDialog('outOfMinutes')).toEqual(opened)
  })

  it('only says what is left where recordings are not transcribed automatically', async () => {
    startServer().state.transcribe_new = 'ask'
    await show(estimate({ duration: minutes(12) }))
    expect(await screen.findByText('288 min left for transcription.')).toBeTruthy()
  })

  it('is empty for unlimited plans', async () => {
    const { requests } = startServer()
    const unlimited = await show(estimate(), { user: { membership_type: 'backer' } })
    expect([unlimited.container.textContent, requests]).toEqual(['', []])
  })
})
