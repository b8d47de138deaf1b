import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Unreachable } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createRecording } from '#test/screens/createRecording.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import type { RecoverableRecording } from '../engine/recoverable.ts'
import { RecoverableSection } from './RecoverableList.tsx'
import { RecoveryNotice } from './RecoveryNotice.tsx'
import type { RecoveryActions } from '../engine/recoverable.ts'
import { RecoveryContext } from './useRecoverableRecordings.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const recoverable = (idLetter: string, change: Partial<RecoverableRecording> = {}): RecoverableRecording => ({
  recordingId: idLetter.repeat(32),
  filename: `Talk ${idLetter.toUpperCase()}`,
  startedAt: new Date().setHours(0, 2, 0, 0),
  duration: minutes(23),
  bytes: 8_000_000,
  markers: [],
  where: 'both',
  ...change,
})

async function showRecordings(list: readonly RecoverableRecording[], overrides: Partial<RecoveryActions> = {}) {
  await loadMessages('recorder')
  let remaining = list
  const discarded: string[] = []
  const actions: RecoveryActions = {
    list: async () => remaining,
    finish: async (id) => {
      remaining = remaining.filter(({ recordingId }) => recordingId !== id)
      return createRecording({ id, filename: 'Talk A' })
    },
    discard: async (id) => void discarded.push(id),
    sound: async () => new Blob(['sound'], { type: 'audio/mpeg' }),
    ...overrides,
  }
  const handlers = { onOpenFile: vi.fn<(id: string) => void>(), onNewFile: vi.fn<(file: { id: string }) => void>() }
  const screenView = await renderWithProviders(
    <RecoveryContext value={actions}>
      <main>
        <RecoverableSection {...handlers} />
      </main>
      <RecoveryNotice {...handlers} />
    </RecoveryContext>,
  )
  return { ...screenView, ...handlers, discarded }
}

const noticeRegion = () => within(screen.getByRole('region', { name: 'From an earlier visit' }))
const list = () => within(screen.getByRole('main'))

describe('after a crash', () => {
  it('shows the unfinished recording on the next start, and finishes it', async () => {
    const { user, onOpenFile, onNewFile } = await showRecordings([recoverable('a')])
    await screen.findByText(/^An unfinished recording of 23.min · Today/)
    expect(await axeViolations()).toEqual([])
    await user.click(noticeRegion().getByRole('button', { name: 'Finish' }))
    await screen.findAllByText('Talk A is in your library.')
    expect(onNewFile.mock.calls.map(([{ id }]) => id)).toEqual(['a'.repeat(32)])
    await waitFor(() => expect(screen.queryByText(/^An unfinished recording/)).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(onOpenFile).toHaveBeenCalledExactlyOnceWith('a'.repeat(32))
  })

  it('lists all unfinished recordings, and can be hidden for this visit', async () => {
    const { user } = await showRecordings([recoverable('a'), recoverable('b'), recoverable('c', { where: 'server' })])
    await user.click(await screen.findByRole('button', { name: 'Show' }))
    const dialog = await screen.findByRole('dialog', { name: '3 unfinished recordings' })
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(3)
    expect(await axeViolations()).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Later' }))
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
    expect(list().getAllByRole('listitem')).toHaveLength(3)
  })

  it('shows no notice about recordings that only the server has', async () => {
    await showRecordings([recoverable('a', { where: 'server' })])
    await list().findByText(/on the server/)
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull()
  })

  it('plays and downloads a stored recording', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    const { user } = await showRecordings([recoverable('a')])
    await user.click(await screen.findByRole('button', { name: 'Play: Talk A' }))
    await waitFor(() => expect(document.querySelector('audio')?.getAttribute('src')).toBe('blob:x'))
    await user.click(screen.getByRole('button', { name: 'Download: Talk A' }))
    await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalledTimes(2))
  })

  it('keeps the recording when it cannot be finished, and shows why', async () => {
    const { user } = await showRecordings([recoverable('a')], { finish: async () => Promise.reject(new Unreachable('network')) })
    await user.click(await screen.findByRole('button', { name: 'Finish: Talk A' }))
    expect((await screen.findAllByText(/^The recording could not be finished\./)).length).toBeGreaterThan(0)
    expect(list().getByText('Talk A')).toBeDefined()
  })

  it('discards a recording only when it is not undone within eight seconds', async () => {
    const { user, discarded } = await showRecordings([recoverable('a'), recoverable('b')])
    await user.click(await screen.findByRole('button', { name: 'Discard: Talk A' }))
    expect(list().queryByText('Talk A')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(list().getByText('Talk A')).toBeDefined()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    act(() => list().getByRole('button', { name: 'Discard: Talk B' }).click())
    expect(discarded).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(8000))
    expect(discarded).toEqual(['b'.repeat(32)])
  })
})
