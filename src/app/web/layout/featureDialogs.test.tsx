import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAccessGuard } from '#features/devices/web.tsx'
import { devicesContract } from '#features/devices/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { FeatureScreen, WithMembership } from '#test/screens/FeatureScreen.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { type DEFAULT_SITE_SETTINGS, handleSiteSettings } from '#test/screens/siteSettings.ts'
import { type UserData, meReply } from '#test/screens/aUser.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { QueuedDialog } from '#ui/dialog/dialogQueue.tsx'
import { wait } from '#browser/timers/time.ts'
import { FeatureDialogs } from '#ui/feature/FeatureDialogs.tsx'
import { FeaturesContext } from '#ui/feature/FeaturesContext.ts'
import { closeDialog } from '#ui/dialog/openDialog.ts'
import { FEATURES } from '../features.ts'

const ANNOUNCEMENT = {
  id: '2026-11',
  title: 'A quiet night',
  text: 'Line one.\nLine <b>two</b>.',
  link: 'https://earshot.example/news',
}

const SHOP = { main_site: 'https://shop.example/' }

const makeTask = (n: number): TaskView => ({
  file_id: String(n).padStart(32, '0'),
  task_id: `t${n}`,
  stage: 'transcribing',
  status: 0,
  percent: 1,
  seconds_left: null,
  segments_transcribed: 0,
  msg: '',
})
const EMPTY_LIST = { files_trans: [], files_summ: [] }

type ServerState = {
  me?: Partial<UserData>
  recorders?: number
  facts?: Partial<typeof DEFAULT_SITE_SETTINGS>
  tasks?: TaskView[]
  sound?: { total_seconds: number; remain_total: number }
}

function startServer(state: ServerState) {
  return mockServer([
    handleSiteSettings(state.facts ?? {}),
    handle(profileContract.me, () => meReply(state.me)),
    handle(devicesContract.list, () => ({
      data_devices: Array.from({ length: state.recorders ?? 0 }, (_, n) => ({
        sn: `sn-${n}`,
        name: 'Pin',
        model: '',
        version_number: 0,
      })),
    })),
    handle(generateContract.status, () => ({
      data_transsumm: EMPTY_LIST,
      data_processing: [],
      data_processing_chatllm: [],
      data_processing_transsumm: { ...EMPTY_LIST, files_outline: [] },
      data_processing_sum_new_note: [],
      data_complete_sum_new_note: [],
      data_tasks: state.tasks ?? [],
    })),
    handle(generateContract.transStatus, () => state.sound ?? { total_seconds: 0, remain_total: 0 }),
  ])
}

async function renderDialogs(state: ServerState, extra: React.ReactNode = null) {
  const server = startServer(state)
  signInAs(state.me?.id ?? 'u1')
  const { page } = withRouter(
    <WithMembership>
      <FeatureScreen features={FEATURES}>{extra}</FeatureScreen>
    </WithMembership>,
  )
  return { ...(await renderWithProviders(page)), ...server, state }
}

const closeAll = () => {
  for (const name of ['noMembership', 'announcement', 'devicePromo', 'longTranscription'] as const) closeDialog(name)
}
const waitBriefly = () => act(() => wait(60))
const getOpenDialogs = () => [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('alertdialog')]

beforeEach(() => vi.spyOn(window, 'open').mockReturnValue(null))
afterEach(() => {
  cleanup()
  act(closeAll)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the operation banner (A§2, B§2)', () => {
  it('shows title, text with line breaks and without HTML, and a link that opens in a new tab', async () => {
    await renderDialogs({ facts: { announcement: ANNOUNCEMENT } })
    const dialog = await screen.findByRole('dialog', { name: 'A quiet night' })
    const text = screen.getByText(/Line one/)
    expect([text.textContent, text.className.includes('whitespace-pre-line')]).toEqual([ANNOUNCEMENT.text, true])
    expect(dialog.querySelector('b')).toBeNull()
    const link = screen.getByRole('link', { name: 'Read more' })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      ANNOUNCEMENT.link,
      '_blank',
      'noopener noreferrer',
    ])
    expect(await axeViolations()).toEqual([])
  })

  it.each(['http://localhost/x', 'javascript:alert(1)', 'https://me@earshot.example/'])('offers no link to %s', async (link) => {
    await renderDialogs({ facts: { announcement: { ...ANNOUNCEMENT, link } } })
    await screen.findByRole('dialog', { name: 'A quiet night' })
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('is shown once per user and announcement, without expiry', async () => {
    const isShown = async (me: string, id: string) => {
      const { user, unmount } = await renderDialogs({ me: { id: me }, facts: { announcement: { ...ANNOUNCEMENT, id } } })
      const dialog = await screen.findByRole('dialog', {}, { timeout: 500 }).catch(() => undefined)
      if (dialog) await user.keyboard('{Escape}')
      unmount()
      return dialog !== undefined
    }
    expect(await isShown('u1', 'a')).toBe(true)
    expect(await isShown('u1', 'a')).toBe(false)
    expect(await isShown('u2', 'a')).toBe(true)
    expect(await isShown('u1', 'b')).toBe(true)
    expect(await isShown('u1', 'a')).toBe(false)
    expect(localStorage.getItem('earshot_u1_announcements')).toBe('{"value":["a","b"],"expires":null}')
  })
})

describe('the device promo (A§6, B§2)', () => {
  it('shows two cards, one with a link to the page of the pen on the main site', async () => {
    await renderDialogs({ me: { membership_type: 'none' }, facts: { main_site: 'https://shop.example/en/' } })
    const dialog = await screen.findByRole('dialog', { name: 'Record anywhere' })
    expect(dialog.querySelectorAll('h3')).toHaveLength(2)
    const shopLinks = screen.getAllByRole('link')
    expect(shopLinks.map((one) => one.getAttribute('href'))).toEqual(['https://shop.example/en/pen'])
    expect(await axeViolations()).toEqual([])
  })

  it('is not shown where no device is sold', async () => {
    const { requests } = await renderDialogs({ me: { membership_type: 'free' } })
    await waitFor(() => expect(requests).toContain('GET /user/me'))
    await waitBriefly()
    expect([getOpenDialogs(), requests.includes('GET /device/list')]).toEqual([[], false])
  })

  it('is shown once per user', async () => {
    const nonMember = { me: { membership_type: 'none' }, facts: SHOP } as const
    const first = await renderDialogs(nonMember)
    await screen.findByRole('dialog', { name: 'Record anywhere' })
    await first.user.click(screen.getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(getOpenDialogs()).toEqual([]))
    first.unmount()
    const second = await renderDialogs(nonMember)
    await waitBriefly()
    expect([getOpenDialogs(), second.requests.includes('GET /device/list')]).toEqual([[], false])
    second.unmount()
    await renderDialogs({ me: { membership_type: 'none', id: 'u2' }, facts: SHOP })
    expect(await screen.findByRole('dialog', { name: 'Record anywhere' })).toBeTruthy()
  })

  it.each(['starter', 'pro', 'unlimited', 'backer'] as const)(
    'is not shown in the tier %s, which sends no device request',
    async (tier) => {
      const { requests } = await renderDialogs({ me: { membership_type: tier }, facts: SHOP })
      await waitFor(() => expect(requests).toContain('GET /user/me'))
      await waitBriefly()
      expect([getOpenDialogs(), requests.includes('GET /device/list')]).toEqual([[], false])
    },
  )

  it('is not shown to an owner of a recorder', async () => {
    const { requests } = await renderDialogs({ me: { membership_type: 'none' }, recorders: 1, facts: SHOP })
    await waitFor(() => expect(requests).toContain('GET /device/list'))
    await waitBriefly()
    expect(getOpenDialogs()).toEqual([])
  })
})

describe('transcription over 24 hours (A§2, B§2)', () => {
  const longAudio = { total_seconds: 86_401, remain_total: 80_000 }

  it('shows the amount of audio and that it continues in the background, above 86,400 seconds', async () => {
    const { user, requests } = await renderDialogs({ tasks: [makeTask(1)], sound: longAudio })
    const dialog = await screen.findByRole('dialog', { name: 'More than 24 hours of audio' })
    expect(dialog.textContent).toMatch(/24\u00a0h of audio.*22\u00a0h 13\u00a0min/)
    expect(dialog.textContent).toContain('in the background')
    expect(requests.filter((one) => one === 'GET /ai/trans-status')).toHaveLength(1)
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(getOpenDialogs()).toEqual([]))
  })

  it('shows nothing at exactly 86,400 seconds, and sends no request without a task', async () => {
    const { requests, unmount } = await renderDialogs({
      tasks: [makeTask(1)],
      sound: { total_seconds: 86_400, remain_total: 86_400 },
    })
    await waitFor(() => expect(requests).toContain('GET /ai/trans-status'))
    await waitBriefly()
    expect(getOpenDialogs()).toEqual([])
    unmount()
    const idle = await renderDialogs({ sound: longAudio })
    await waitFor(() => expect(idle.requests).toContain('GET /ai/status'))
    await waitBriefly()
    expect(idle.requests).not.toContain('GET /ai/trans-status')
  })

  it('is shown once until the total has been below the limit again', async () => {
    const { user, requests, queries, state } = await renderDialogs({ tasks: [makeTask(1)], sound: longAudio })
    const startTasks = async (tasks: TaskView[], total_seconds: number) => {
      const before = requests.length
      state.tasks = tasks
      state.sound = { total_seconds, remain_total: total_seconds }
      await act(() => queries.invalidateQueries({ queryKey: ['/ai/status'] }).then(() => queries.invalidateQueries()))
      await waitFor(() => expect(requests.slice(before)).toContain('GET /ai/trans-status'))
      await waitBriefly()
    }
    await screen.findByRole('dialog', { name: 'More than 24 hours of audio' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(getOpenDialogs()).toEqual([]))
    await startTasks([makeTask(1), makeTask(2)], 90_000)
    expect(getOpenDialogs()).toEqual([])
    await startTasks([makeTask(3)], 100)
    expect(getOpenDialogs()).toEqual([])
    await startTasks([makeTask(3), makeTask(4)], 100_000)
    expect(await screen.findByRole('dialog', { name: 'More than 24 hours of audio' })).toBeTruthy()
  })
})

describe('the device gate (B§2, B§6)', () => {
  const performed: string[] = []
  function GuardedButtons() {
    const { guard, guardUpload, guardRecording } = useAccessGuard()
    return (
      <>
        <Button onClick={() => guard(() => performed.push('ask'))}>Ask</Button>
        <Button onClick={() => guardUpload(() => performed.push('upload'))}>Import</Button>
        <Button onClick={() => guardRecording(() => performed.push('record'))}>Record</Button>
      </>
    )
  }
  const renderGuardedButtons = async (state: ServerState) => {
    performed.length = 0
    const view = await renderDialogs(state, <GuardedButtons />)
    await waitFor(() => expect(view.requests).toContain('GET /user/me'))
    await waitBriefly()
    return view
  }

  it('allows members immediately, without requesting the devices', async () => {
    const { user, requests } = await renderGuardedButtons({ me: { membership_type: 'starter' } })
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(performed).toEqual(['ask', 'upload'])
    expect(requests).not.toContain('GET /device/list')
  })

  it('shows the get-device card to a user without membership and recorder, and restores the focus', async () => {
    localStorage.setItem('earshot_u1_offers', '{"value":["device"],"expires":null}')
    const { user } = await renderGuardedButtons({
      me: { membership_type: 'none' },
      facts: { main_site: 'https://shop.example/' },
    })
    const button = screen.getByRole('button', { name: 'Ask' })
    await user.click(button)
    expect(await screen.findByRole('dialog', { name: 'This needs a recorder' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Get a device' }).getAttribute('href')).toBe('https://shop.example/')
    expect(await axeViolations()).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(getOpenDialogs()).toEqual([]))
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(performed).toEqual([])
  })

  it('says who can give a membership where no device is sold', async () => {
    const { user } = await renderGuardedButtons({ me: { membership_type: 'none' } })
    await user.click(screen.getByRole('button', { name: 'Import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Uploading needs a membership' })
    expect(dialog.textContent).toContain('Ask the operator of this server for a membership.')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('allows the owner of a recorder to ask, but not to upload', async () => {
    const { user } = await renderGuardedButtons({ me: { membership_type: 'free' }, recorders: 1 })
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await waitFor(() => expect(performed).toEqual(['ask']))
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('dialog', { name: 'Uploading needs a membership' })).toBeTruthy()
    expect(performed).toEqual(['ask'])
  })

  it('allows recording in the browser to members, and explains to others that it needs a membership', async () => {
    const { user, unmount } = await renderGuardedButtons({ me: { membership_type: 'free' }, recorders: 1 })
    await user.click(screen.getByRole('button', { name: 'Record' }))
    expect(await screen.findByRole('dialog', { name: 'Recording here needs a membership' })).toBeTruthy()
    expect(performed).toEqual([])
    act(closeAll)
    unmount()
    const member = await renderGuardedButtons({ me: { membership_type: 'starter' } })
    await member.user.click(screen.getByRole('button', { name: 'Record' }))
    expect(performed).toEqual(['record'])
  })

  it('allows the action if the server does not respond', async () => {
    localStorage.setItem('earshot_u1_offers', '{"value":["device"],"expires":null}')
    const { user } = await renderGuardedButtons({ me: { membership_type: 'none' } })
    const originalFetch = globalThis.fetch
    vi.stubGlobal('fetch', (path: string, request: RequestInit) =>
      path.includes('/device/list') ? Promise.reject(new TypeError('no network')) : originalFetch(path, request),
    )
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await waitFor(() => expect(performed).toEqual(['ask']))
    expect(getOpenDialogs()).toEqual([])
  })
})

describe('several dialogs at once (A§2)', () => {
  it('are shown one at a time: the requested one, then long transcription, announcement and offer', async () => {
    const close = vi.fn<() => void>()
    const question = (isOpen: boolean) => (
      <QueuedDialog priority="requested" open={isOpen}>
        <Dialog open={isOpen} onClose={close} title="Settings" />
      </QueuedDialog>
    )
    startServer({
      me: { membership_type: 'none' },
      facts: { announcement: ANNOUNCEMENT, ...SHOP },
      tasks: [makeTask(1)],
      sound: { total_seconds: 100_000, remain_total: 100_000 },
    })
    signInAs('u1')
    const { page } = withRouter(
      <WithMembership>
        <FeatureScreen features={FEATURES} />
      </WithMembership>,
    )
    const renderBoth = (isOpen: boolean) => (
      <>
        {question(isOpen)}
        {page}
      </>
    )
    const { user, rerender } = await renderWithProviders(renderBoth(true))
    await screen.findByRole('dialog', { name: 'Settings' })
    await waitBriefly()
    expect(getOpenDialogs()).toHaveLength(1)
    rerender(renderBoth(false))
    for (const name of ['More than 24 hours of audio', 'A quiet night', 'Record anywhere']) {
      await screen.findByRole('dialog', { name })
      await waitFor(() => expect(getOpenDialogs()).toHaveLength(1))
      await user.keyboard('{Escape}')
    }
    await waitFor(() => expect(getOpenDialogs()).toEqual([]))
  })

  it('do not load their code in the first two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { requests } = startServer({ facts: { announcement: ANNOUNCEMENT } })
    const { page } = withRouter(
      <FeaturesContext value={FEATURES}>
        <FeatureDialogs />
      </FeaturesContext>,
    )
    await renderWithProviders(page)
    await act(() => vi.advanceTimersByTimeAsync(0))
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1) await act(() => vi.dynamicImportSettled())
    }
    act(() => void vi.advanceTimersByTime(1999))
    await settle()
    expect(requests).toEqual([])
    act(() => void vi.advanceTimersByTime(1))
    await settle()
    expect(requests.some((request) => request.startsWith('GET /config/init'))).toBe(true)
    vi.useRealTimers()
  })
})
