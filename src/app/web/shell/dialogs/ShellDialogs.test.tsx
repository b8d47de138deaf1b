import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { devicesContract } from '#features/devices/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { meContract } from '#features/me/contract.ts'
import { accessibilityTroubles } from '#test/screen/axe.ts'
import { inRouter } from '#test/screen/inRouter.tsx'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { type PLAIN_FACTS, tellsFacts } from '#test/screen/serverFacts.ts'
import { type Person, aboutSomebody } from '#test/screen/somebody.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogTurn } from '#ui/DialogTurn.tsx'
import { wait } from '#ui/time.ts'
import { askForDevice } from './deviceGate.ts'
import { ShellDialogs } from './ShellDialogs.tsx'
import { ShellDialogsLater } from './ShellDialogsLater.tsx'
import { useDeviceGate } from './useDeviceGate.ts'

const NEWS = { id: '2026-11', title: 'A quiet night', text: 'Line one.\nLine <b>two</b>.', link: 'https://earshot.example/news' }

const task = (n: number): TaskView => ({
  file_id: String(n).padStart(32, '0'),
  task_id: `t${n}`,
  stage: 'transcribing',
  status: 0,
  percent: 1,
  seconds_left: null,
  heard: 0,
  msg: '',
})
const listed = { files_trans: [], files_summ: [] }

type World = {
  me?: Partial<Person>
  recorders?: number
  facts?: Partial<typeof PLAIN_FACTS>
  tasks?: TaskView[]
  sound?: { total_seconds: number; remain_total: number }
}

function serve(world: World) {
  return serveInMemory([
    tellsFacts(world.facts ?? {}),
    on(meContract.me, () => aboutSomebody(world.me)),
    on(devicesContract.list, () => ({
      data_devices: Array.from({ length: world.recorders ?? 0 }, (_, n) => ({
        sn: `sn-${n}`,
        name: 'Pin',
        model: '',
        version_number: 0,
      })),
    })),
    on(generateContract.status, () => ({
      data_transsumm: listed,
      data_processing: [],
      data_processing_chatllm: [],
      data_processing_transsumm: { ...listed, files_outline: [] },
      data_processing_sum_new_note: [],
      data_complete_sum_new_note: [],
      data_tasks: world.tasks ?? [],
    })),
    on(generateContract.transStatus, () => world.sound ?? { total_seconds: 0, remain_total: 0 }),
  ])
}

async function dialogs(world: World, extra: React.ReactNode = null) {
  const server = serve(world)
  const { page } = inRouter(
    <>
      <ShellDialogsLater />
      {extra}
    </>,
  )
  return { ...(await renderScreen(page)), ...server, world }
}

const soon = () => act(() => wait(60))
const open = () => [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('alertdialog')]

beforeEach(() => vi.spyOn(window, 'open').mockReturnValue(null))
afterEach(() => {
  cleanup()
  act(() => askForDevice(undefined))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the operation banner (A§2, B§2)', () => {
  it('shows title, text with line breaks and without HTML, and a link that opens in a new tab', async () => {
    await dialogs({ facts: { announcement: NEWS } })
    const dialog = await screen.findByRole('dialog', { name: 'A quiet night' })
    const text = screen.getByText(/Line one/)
    expect([text.textContent, text.className.includes('whitespace-pre-line')]).toEqual([NEWS.text, true])
    expect(dialog.querySelector('b')).toBeNull()
    const link = screen.getByRole('link', { name: 'Read more' })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([NEWS.link, '_blank', 'noopener noreferrer'])
    expect(await accessibilityTroubles()).toEqual([])
  })

  it.each(['http://localhost/x', 'javascript:alert(1)', 'https://me@earshot.example/'])('offers no link to %s', async (link) => {
    await dialogs({ facts: { announcement: { ...NEWS, link } } })
    await screen.findByRole('dialog', { name: 'A quiet night' })
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('is shown once per user and announcement, without expiry', async () => {
    const shows = async (me: string, id: string) => {
      const { user, unmount } = await dialogs({ me: { id: me }, facts: { announcement: { ...NEWS, id } } })
      const dialog = await screen.findByRole('dialog', {}, { timeout: 500 }).catch(() => undefined)
      if (dialog) await user.keyboard('{Escape}')
      unmount()
      return dialog !== undefined
    }
    expect(await shows('u1', 'a')).toBe(true)
    expect(await shows('u1', 'a')).toBe(false)
    expect(await shows('u2', 'a')).toBe(true)
    expect(await shows('u1', 'b')).toBe(true)
    expect(await shows('u1', 'a')).toBe(false)
    expect(localStorage.getItem('earshot_u1_announcements')).toBe('{"value":["a","b"],"expires":null}')
  })
})

describe('the device promo (A§6, B§2)', () => {
  it('shows two cards, one with a link to the page of the pen on the main site', async () => {
    await dialogs({ me: { membership_type: 'none' }, facts: { main_site: 'https://shop.example/en/' } })
    const dialog = await screen.findByRole('dialog', { name: 'Record anywhere' })
    expect(dialog.querySelectorAll('h3')).toHaveLength(2)
    const links = screen.getAllByRole('link')
    expect(links.map((one) => one.getAttribute('href'))).toEqual(['https://shop.example/en/pen'])
    expect(await accessibilityTroubles()).toEqual([])
  })

  it('links to our own page about buying if there is no main site', async () => {
    await dialogs({ me: { membership_type: 'free' } })
    await screen.findByRole('dialog', { name: 'Record anywhere' })
    expect(screen.getByRole('link').getAttribute('href')).toBe('/buydetail')
  })

  it('is shown once per user', async () => {
    const outside = { me: { membership_type: 'none' } } as const
    const first = await dialogs(outside)
    await screen.findByRole('dialog', { name: 'Record anywhere' })
    await first.user.click(screen.getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(open()).toEqual([]))
    first.unmount()
    const again = await dialogs(outside)
    await soon()
    expect([open(), again.asked.includes('GET /device/list')]).toEqual([[], false])
    again.unmount()
    await dialogs({ me: { membership_type: 'none', id: 'u2' } })
    expect(await screen.findByRole('dialog', { name: 'Record anywhere' })).toBeTruthy()
  })

  it.each(['starter', 'pro', 'unlimited', 'backer'] as const)(
    'is not shown in the tier %s, which sends no device request',
    async (tier) => {
      const { asked } = await dialogs({ me: { membership_type: tier } })
      await waitFor(() => expect(asked).toContain('GET /user/me'))
      await soon()
      expect([open(), asked.includes('GET /device/list')]).toEqual([[], false])
    },
  )

  it('is not shown to an owner of a recorder', async () => {
    const { asked } = await dialogs({ me: { membership_type: 'none' }, recorders: 1 })
    await waitFor(() => expect(asked).toContain('GET /device/list'))
    await soon()
    expect(open()).toEqual([])
  })
})

describe('transcription over 24 hours (A§2, B§2)', () => {
  const long = { total_seconds: 86_401, remain_total: 80_000 }

  it('shows the amount of audio and that it continues in the background, above 86,400 seconds', async () => {
    const { user, asked } = await dialogs({ tasks: [task(1)], sound: long })
    const dialog = await screen.findByRole('dialog', { name: 'More than 24 hours of sound' })
    expect(dialog.textContent).toMatch(/24\u00a0h of sound.*22\u00a0h 13\u00a0min/)
    expect(dialog.textContent).toContain('in the background')
    expect(asked.filter((one) => one === 'GET /ai/trans-status')).toHaveLength(1)
    expect(await accessibilityTroubles()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(open()).toEqual([]))
  })

  it('shows nothing at exactly 86,400 seconds, and sends no request without a task', async () => {
    const { asked, unmount } = await dialogs({ tasks: [task(1)], sound: { total_seconds: 86_400, remain_total: 86_400 } })
    await waitFor(() => expect(asked).toContain('GET /ai/trans-status'))
    await soon()
    expect(open()).toEqual([])
    unmount()
    const idle = await dialogs({ sound: long })
    await waitFor(() => expect(idle.asked).toContain('GET /ai/status'))
    await soon()
    expect(idle.asked).not.toContain('GET /ai/trans-status')
  })

  it('is shown once until the total has been below the limit again', async () => {
    const { user, asked, queries, world } = await dialogs({ tasks: [task(1)], sound: long })
    const begin = async (tasks: TaskView[], total_seconds: number) => {
      const before = asked.length
      world.tasks = tasks
      world.sound = { total_seconds, remain_total: total_seconds }
      await act(() => queries.invalidateQueries({ queryKey: ['/ai/status'] }).then(() => queries.invalidateQueries()))
      await waitFor(() => expect(asked.slice(before)).toContain('GET /ai/trans-status'))
      await soon()
    }
    await screen.findByRole('dialog', { name: 'More than 24 hours of sound' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(open()).toEqual([]))
    await begin([task(1), task(2)], 90_000)
    expect(open()).toEqual([])
    await begin([task(3)], 100)
    expect(open()).toEqual([])
    await begin([task(3), task(4)], 100_000)
    expect(await screen.findByRole('dialog', { name: 'More than 24 hours of sound' })).toBeTruthy()
  })
})

describe('the device gate (B§2, B§6)', () => {
  const did: string[] = []
  function Actions() {
    const { guard, guardUpload, guardRecording } = useDeviceGate()
    return (
      <>
        <Button onClick={() => guard(() => did.push('ask'))}>Ask</Button>
        <Button onClick={() => guardUpload(() => did.push('upload'))}>Import</Button>
        <Button onClick={() => guardRecording(() => did.push('record'))}>Record</Button>
      </>
    )
  }
  const gated = async (world: World) => {
    did.length = 0
    const view = await dialogs(world, <Actions />)
    await waitFor(() => expect(view.asked).toContain('GET /user/me'))
    await soon()
    return view
  }

  it('allows members immediately, without requesting the devices', async () => {
    const { user, asked } = await gated({ me: { membership_type: 'starter' } })
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(did).toEqual(['ask', 'upload'])
    expect(asked).not.toContain('GET /device/list')
  })

  it('shows the get-device card to a user without membership and recorder, and restores the focus', async () => {
    localStorage.setItem('earshot_u1_offers', '{"value":["device"],"expires":null}')
    const { user } = await gated({ me: { membership_type: 'none' }, facts: { main_site: 'https://shop.example/' } })
    const button = screen.getByRole('button', { name: 'Ask' })
    await user.click(button)
    expect(await screen.findByRole('dialog', { name: 'This needs a recorder' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Get a device' }).getAttribute('href')).toBe('https://shop.example/')
    expect(await accessibilityTroubles()).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(open()).toEqual([]))
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(did).toEqual([])
  })

  it('allows the owner of a recorder to ask, but not to upload', async () => {
    const { user } = await gated({ me: { membership_type: 'free' }, recorders: 1 })
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await waitFor(() => expect(did).toEqual(['ask']))
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('dialog', { name: 'Uploading needs a membership' })).toBeTruthy()
    expect(did).toEqual(['ask'])
  })

  it('allows recording in the browser to members, and explains to others that it needs a membership', async () => {
    const { user, unmount } = await gated({ me: { membership_type: 'free' }, recorders: 1 })
    await user.click(screen.getByRole('button', { name: 'Record' }))
    expect(await screen.findByRole('dialog', { name: 'Recording here needs a membership' })).toBeTruthy()
    expect(did).toEqual([])
    act(() => askForDevice(undefined))
    unmount()
    const member = await gated({ me: { membership_type: 'starter' } })
    await member.user.click(screen.getByRole('button', { name: 'Record' }))
    expect(did).toEqual(['record'])
  })

  it('allows the action if the server does not respond', async () => {
    localStorage.setItem('earshot_u1_offers', '{"value":["device"],"expires":null}')
    const { user } = await gated({ me: { membership_type: 'none' } })
    const working = globalThis.fetch
    vi.stubGlobal('fetch', (path: string, request: RequestInit) =>
      path.includes('/device/list') ? Promise.reject(new TypeError('no network')) : working(path, request),
    )
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await waitFor(() => expect(did).toEqual(['ask']))
    expect(open()).toEqual([])
  })
})

describe('several dialogs at once (A§2)', () => {
  it('are shown one at a time: the requested one, then long transcription, announcement and offer', async () => {
    const close = vi.fn<() => void>()
    const asked = (wants: boolean) => (
      <DialogTurn name="settings" wants={wants}>
        <Dialog open={wants} onClose={close} title="Settings" />
      </DialogTurn>
    )
    serve({
      me: { membership_type: 'none' },
      facts: { announcement: NEWS },
      tasks: [task(1)],
      sound: { total_seconds: 100_000, remain_total: 100_000 },
    })
    const { page } = inRouter(<ShellDialogsLater />)
    const both = (wants: boolean) => (
      <>
        {asked(wants)}
        {page}
      </>
    )
    const { user, rerender } = await renderScreen(both(true))
    await screen.findByRole('dialog', { name: 'Settings' })
    await soon()
    expect(open()).toHaveLength(1)
    rerender(both(false))
    for (const name of ['More than 24 hours of sound', 'A quiet night', 'Record anywhere']) {
      await screen.findByRole('dialog', { name })
      await waitFor(() => expect(open()).toHaveLength(1))
      await user.keyboard('{Escape}')
    }
    await waitFor(() => expect(open()).toEqual([]))
  })

  it('do not load their code in the first two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { asked } = serve({ facts: { announcement: NEWS } })
    await renderScreen(<ShellDialogs />)
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1) await act(() => vi.dynamicImportSettled())
    }
    act(() => void vi.advanceTimersByTime(1999))
    await settle()
    expect(asked).toEqual([])
    act(() => void vi.advanceTimersByTime(1))
    await settle()
    expect(asked).toContain('GET /user/me')
    vi.useRealTimers()
  })
})
