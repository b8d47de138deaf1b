import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { profileContract } from '#features/profile/contract.ts'
import { meReply } from '#test/screens/aUser.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { createRecording } from '#test/screens/createRecording.ts'
import { FeatureScreen, WithMembership } from '#test/screens/FeatureScreen.tsx'
import { PENDING_REPLY } from '#test/screens/generateHandlers.ts'
import { libraryHandlers } from '#test/screens/MockLibrary.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { useLibrary } from '#features/files/web.tsx'
import { useMembership } from '#features/membership/web.tsx'
import { generateContract } from '../../contract.ts'
import { GENERATE_FLAGS } from '../../rules.ts'
import { generateFeature } from '../../web.tsx'
import type { FileFlag } from '../start/startRequests.ts'
import { useStart } from '../useGenerate.ts'

const QUOTA = 6000 * 60
const MINUTE = 60_000
const TALK = createRecording({ id: 'a'.repeat(32), duration: 2 * MINUTE, is_trans: false })
const LECTURE = createRecording({ id: 'b'.repeat(32), duration: 60 * MINUTE, is_trans: false })
const DONE = createRecording({ id: 'c'.repeat(32), duration: 2 * MINUTE, is_trans: true })
const SAMPLE = createRecording({ id: 'd'.repeat(32), duration: 2 * MINUTE, is_trans: false, scene: 1000 })

let start: (fileId: string, flag: FileFlag) => void
function Starts() {
  const startTask = useStart()
  const { membership } = useMembership()
  const { data } = useLibrary()
  useEffect(() => {
    start = (fileId, flag) => startTask(fileId, flag, { templateId: '', templateType: '', info: '' })
  }, [startTask])
  return membership && data ? 'ready' : null
}

/** Shows an account that has transcribed this many seconds. */
async function show(seconds_transcribed: number) {
  const started: string[] = []
  mockServer([
    handle(profileContract.me, () => meReply({}, { seconds_transcribed })),
    ...libraryHandlers(() => [TALK, LECTURE, DONE, SAMPLE]),
    handle(generateContract.transsumm, ({ params }) => {
      started.push(params.id)
      return PENDING_REPLY
    }),
  ])
  signInAs('u1')
  const { page } = withRouter(
    <WithMembership>
      <FeatureScreen
        features={[{ name: 'generate', dialogs: { transcriptionQuota: generateFeature.dialogs?.transcriptionQuota } }]}
      >
        <Starts />
      </FeatureScreen>
    </WithMembership>,
  )
  const view = await renderWithProviders(page)
  await screen.findByText('ready')
  const begin = (id: string, flag: FileFlag = GENERATE_FLAGS.generate) => act(() => start(id, flag))
  return { ...view, started, begin }
}

const quotaDialog = () => screen.findByRole('alertdialog', { name: 'More than 100 hours of audio' })

afterEach(() => {
  closeDialogs('transcriptionQuota')
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('a transcription that exceeds the quota (B§5)', () => {
  it('is asked about before it starts, every time, and continues with the start', async () => {
    const { user, started, begin } = await show(QUOTA - 60)
    for (const expected of [[TALK.id], [TALK.id, TALK.id]]) {
      begin(TALK.id)
      const dialog = await quotaDialog()
      expect(dialog.textContent).toMatch(/will have transcribed 100\u00A0h 1\u00A0min of audio in all/)
      expect(started).toHaveLength(expected.length - 1)
      expect(await axeViolations()).toEqual([])
      await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
      await waitFor(() => expect(started).toEqual(expected))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
  })

  it('does not start when it is canceled', async () => {
    const { user, started, begin } = await show(QUOTA)
    begin(DONE.id, GENERATE_FLAGS.retranscribe)
    await user.click(within(await quotaDialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(started).toEqual([])
  })

  it('is asked about together with others that come meanwhile', async () => {
    const { user, started, begin } = await show(QUOTA)
    begin(TALK.id)
    await quotaDialog()
    begin(LECTURE.id)
    await waitFor(async () => expect((await quotaDialog()).textContent).toMatch(/101\u00A0h 2\u00A0min/))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(started.toSorted()).toEqual([TALK.id, LECTURE.id]))
  })

  it('starts at once at exactly the quota, without a transcription, and for the sample recording', async () => {
    const { started, begin } = await show(QUOTA - 120)
    begin(TALK.id)
    await waitFor(() => expect(started).toEqual([TALK.id]))
    begin(DONE.id)
    await waitFor(() => expect(started).toEqual([TALK.id, DONE.id]))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('needs a transcription, and is not the free sample recording', async () => {
    const { started, begin } = await show(QUOTA + 1)
    begin(DONE.id)
    begin(SAMPLE.id)
    await waitFor(() => expect(started.toSorted()).toEqual([DONE.id, SAMPLE.id]))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
