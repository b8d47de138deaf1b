import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { devicesContract } from '#features/devices/contract.ts'
import { filesContract } from '#features/files/contract.ts'
import { generateContract, type PastTask } from '#features/generate/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { type MembershipType, featuresOfTier } from '#features/membership/rules.ts'
import { type Membership, MembershipContext } from '#features/membership/web.tsx'
import { aMembership } from '#test/screens/aMembership.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { UsePane } from './UsePane.tsx'

beforeEach(async () => {
  await loadMessages('personal-data')
})

afterEach(() => vi.unstubAllGlobals())

const TASK: PastTask = {
  task_id: 't1',
  file_id: '0'.repeat(32),
  filename: 'Board meeting',
  duration: 2_700_000,
  uses_minutes: true,
  language: 'en',
  stage: 'done',
  status: 1,
  made_at: 1_795_000_000,
  finished_at: 1_795_000_600,
}

type PaneState = {
  tasks?: PastTask[]
  canTry?: boolean
  fails?: boolean
  tier?: MembershipType
  membership?: Membership
}

const renderPane = async ({ tasks = [TASK], canTry = false, fails = false, tier = 'starter', ...state }: PaneState = {}) => {
  const orFail = <Reply,>(reply: Reply): Reply => {
    if (fails) throw new MockError(500)
    return reply
  }
  mockServer([
    handle(membershipContract.featureAccess, () =>
      orFail({
        data: { features: featuresOfTier(tier).map((feature_code) => ({ feature_code, is_beta: false })) },
      }),
    ),
    handle(membershipContract.featureTrial, () => ({
      data: { feature_code: 'templates_pro', is_included: false, can_try: canTry, tries_left: canTry ? 3 : 0 },
    })),
    handle(membershipContract.transactions, () => ({ data: { total: 0, list: [] } })),
    handle(filesContract.stat, () =>
      orFail({
        data_stat: {
          total_files: 3,
          total_duration: 9_000_000,
          total_transcribed_duration: 5_400_000,
          recent_30_days_daily_avg: 0,
          group_result: [],
          most_active_hour: null,
          storage: { sound_bytes: 1, text_bytes: 1, limit_bytes: null },
        },
      }),
    ),
    handle(generateContract.history, () => orFail({ data: { total: tasks.length, list: tasks } })),
    handle(devicesContract.syncStatus, () => ({ data: [{ sn: 'SN-1', status: 1 as const }] })),
  ])
  const membership = state.membership ?? aMembership({ membership_type: tier, seconds_left: 9000, seconds_total: 18_000 })
  await loadMessages('membership')
  return renderWithProviders(
    <MembershipContext value={{ membership, error: null, retry: () => {}, retrying: false }}>
      <UsePane />
    </MembershipContext>,
  )
}

describe('the pane of plan and use (A§7)', () => {
  it('shows the plan with its features and minutes, and statistics of recordings and transcriptions', async () => {
    await renderPane()
    expect(await screen.findByText('Transcripts and summaries')).toBeTruthy()
    expect(screen.getByText('Starter')).toBeTruthy()
    expect(await screen.findByText('3 recordings of 2 h 30 min in all, 1 h 30 min of it transcribed')).toBeTruthy()
    expect(await screen.findByText('Board meeting')).toBeTruthy()
    expect(await screen.findByText('1 recorder. Everything it uploads is in your account.')).toBeTruthy()
    expect(screen.queryByText(/professional template/)).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it.each([
    [
      'starter',
      [
        'Transcripts and summaries',
        'New recordings are transcribed by themselves',
        'Several notes for each recording',
        'Share links',
        'Export formats',
        'Recordings of your recorder are uploaded by themselves',
      ],
    ],
    [
      'pro',
      [
        'Transcripts and summaries',
        'New recordings are transcribed by themselves',
        'Several notes for each recording',
        'Ask AI',
        'Professional templates',
        'Template community',
        'Your own templates',
        'Word list',
        'Share links',
        'Export formats',
        'Recordings of your recorder are uploaded by themselves',
      ],
    ],
  ] as const)('lists every right of %s (A§6)', async (tier, rights) => {
    await renderPane({ tier })
    const list = await screen.findByRole('list', { name: 'Included' })
    expect([...list.children].map(({ textContent }) => textContent)).toEqual([...rights])
  })

  it('shows a trial and the day on which it ends (A§2, B§6)', async () => {
    const [start_time, expire_time] = [Date.UTC(2026, 10, 20, 12) / 1000, Date.UTC(2026, 10, 27, 12) / 1000]
    const membership = aMembership({ membership_type: 'pro', start_time, expire_time }, { is_free_trial_now: 1 })
    await renderPane({ tier: 'pro', membership })
    expect(await screen.findByText('Pro trial')).toBeTruthy()
    expect(screen.getByText(/ends November 27, 2026/)).toBeTruthy()
  })

  it('rounds used minutes up, as everywhere in the app', async () => {
    const membership = aMembership({ membership_type: 'starter', seconds_left: 18_000 - 2701, seconds_total: 18_000 })
    await renderPane({ tasks: [{ ...TASK, duration: 2_701_000 }], membership })
    expect(await screen.findByText('46 min of 5 h used')).toBeTruthy()
    expect(await screen.findByText(/^46 min · /)).toBeTruthy()
  })

  it('shows that nothing was transcribed, and which features can be tried', async () => {
    await renderPane({ tasks: [], canTry: true })
    expect(await screen.findByText('Nothing has been transcribed yet.')).toBeTruthy()
    expect(await screen.findByText('You can try a professional template once.')).toBeTruthy()
  })

  it('shows what could not be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await renderPane({ fails: true })
    await waitFor(() => expect(screen.getAllByText('This could not be loaded.')).toHaveLength(3))
  })
})
