import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { foldersContract } from '#features/folders/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { meReply, SETTINGS } from '#test/screens/aUser.ts'
import { recorderContract } from '#features/recorder/contract.ts'
import { Refused, Unreachable } from '#shared/client.ts'
import { hours, minutes, seconds } from '#shared/units.ts'
import { FakeRecorder } from './FakeRecorder.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createRecording } from '#test/screens/createRecording.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { LOCALES } from '#shared/locales.ts'
import { openRecorder, clearOpenRequest } from './openRequest.ts'
import type { RecorderState, InterruptionReason } from './engine/recorderState.ts'
import { RecorderScreens } from './RecorderScreens.tsx'
import { RecoveryContext } from './recovery/useRecoverableRecordings.ts'

const NO_RECOVERY_ACTIONS = { list: async () => [], finish: async () => null, discard: async () => {}, sound: async () => null }
const folder = { id: 'f1', name: 'الاجتماعات', color: '#191919', icon: '' }
let recorder: FakeRecorder

beforeEach(() => {
  recorder = new FakeRecorder()
  mockServer([
    handle(foldersContract.list, () => ({ data_filetag_total: 1, data_filetag_list: [folder] })),
    handle(profileContract.me, () => meReply({ membership_type: 'unlimited' })),
  ])
})
afterEach(() => {
  act(() => clearOpenRequest())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function showRecorder({ locale, state }: { locale?: (typeof LOCALES)[number]; state?: Partial<RecorderState> } = {}) {
  const handlers = { onOpenFile: vi.fn<(id: string) => void>(), onNewFile: vi.fn<(file: { id: string }) => void>() }
  await renderWithProviders(null, locale ? { locale } : {}).then(({ unmount }) => unmount())
  await loadMessages('recorder')
  if (state) recorder.store.setState(state)
  const view = await renderWithProviders(
    <RecoveryContext value={NO_RECOVERY_ACTIONS}>
      <RecorderScreens recorder={recorder} {...handlers} />
    </RecoveryContext>,
    locale ? { locale } : {},
  )
  return { ...view, ...handlers }
}

const RUNNING: Partial<RecorderState> = { phase: 'recording', filename: 'Town hall', uploadedUpTo: minutes(12) + seconds(34) }
const showRunning = (state: Partial<RecorderState> = {}) => showRecorder({ state: { ...RUNNING, ...state } })
const openRecorderIn = (folderId: string | null = null) => act(() => openRecorder(folderId))
const recorderBar = () => screen.getByRole('region', { name: 'Recording in progress' })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('before a recording (B§2)', () => {
  it('requests no permission before the user presses a button', async () => {
    const { user } = await showRecorder()
    openRecorderIn()
    await screen.findByRole('dialog', { name: 'Record in this browser' })
    expect(recorder.calls).toEqual([])
    expect(await axeViolations()).toEqual([])
    await user.click(await button('Test microphone'))
    expect(recorder.calls).toEqual(['open {"tabAudio":false}'])
    expect(await screen.findByRole('combobox', { name: 'Microphone' })).toBeDefined()
    expect(screen.getByText('Say something. The bar should move.')).toBeDefined()
    recorder.currentLevel = 0.4
    await screen.findByText('Your microphone works.')
    expect(await axeViolations()).toEqual([])
  })

  it('starts with one click, with the given or a default title, in the current folder', async () => {
    const { user } = await showRecorder()
    openRecorderIn('f1')
    await screen.findByRole('combobox', { name: 'Folder' })
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Standup{Enter}')
    await waitFor(() => expect(recorder.calls.at(-1)).toBe('start Standup f1'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(within(recorderBar()).getByText('Standup')).toBeDefined()
    act(() => recorder.reset())
    openRecorderIn()
    await user.click(await button('Start recording'))
    await waitFor(() => expect(recorder.calls.at(-1)).toMatch(/^start Recording, .*20\d\d.* null$/))
  })

  it.each([
    ['notAllowed', 'Microphone access is blocked', /allow the microphone for this page/],
    ['noMicrophone', 'No microphone was found', /Plug one in/],
    ['inUse', 'The microphone is in use', /Close the app that uses it/],
    ['busyElsewhere', 'Another tab is recording', /Stop the recording there/],
    ['accountFull', 'Your storage is full', /Empty the trash or delete recordings/],
    ['notLoaded', 'Part of the recorder did not load', /connection/],
  ] as const)('shows what to do when it is %s, and retries', async (kind, title, next) => {
    const { user } = await showRecorder()
    recorder.failure = kind
    openRecorderIn()
    await user.click(await button('Start recording'))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(title)).toBeDefined()
    expect(within(alert).getByText(next)).toBeDefined()
    expect(await axeViolations()).toEqual([])
    recorder.failure = null
    await user.click(await button('Try again'))
    await screen.findByRole('combobox', { name: 'Microphone' })
  })

  it.each([
    ['insecure', 'Recording needs https', /https address/],
    ['tooOld', 'This browser cannot record', /desktop app/],
  ] as const)('shows immediately when recording is impossible: %s', async (support, title, next) => {
    recorder.support = support
    const { user } = await showRecorder()
    openRecorderIn()
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(title)).toBeDefined()
    expect(within(alert).getByText(next)).toBeDefined()
    await user.click(await button('Start recording'))
    expect(recorder.calls).toEqual([])
  })

  it('shows how many minutes are left for the transcription', async () => {
    mockServer([
      handle(foldersContract.list, () => ({ data_filetag_total: 0, data_filetag_list: [] })),
      handle(profileContract.settings, () => ({ data: SETTINGS })),
      handle(profileContract.me, () => meReply({ seconds_left: 288 * 60 })),
    ])
    await showRecorder()
    openRecorderIn()
    await screen.findByText('Transcribed when you stop. 288 min left; each minute recorded takes one.')
    expect(await axeViolations()).toEqual([])
  })

  it('shows when the browser cannot share the audio of a tab', async () => {
    recorder.canShare = false
    await showRecorder()
    openRecorderIn()
    await screen.findByText(/cannot share tab audio/)
    expect(
      screen.getByRole('switch').getAttribute('aria-disabled') ?? screen.getByRole('switch').hasAttribute('data-disabled'),
    ).toBeTruthy()
  })
})

describe('while recording', () => {
  it('shows the time, what is saved, and the controls', async () => {
    recorder.at = minutes(12) + seconds(40)
    await showRunning()
    expect(within(recorderBar()).getByRole('timer').textContent).toBe('12:40')
    expect(within(recorderBar()).getAllByText('Saved on the server up to 12:34').length).toBeGreaterThan(0)
    expect(screen.getByText('Recording.', { selector: '[role=status]' })).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })

  it('is controlled by keys: M adds a marker, P pauses and resumes, except in text fields', async () => {
    recorder.at = seconds(65)
    const { user } = await showRunning()
    await user.keyboard('m')
    expect(recorder.store.getState().markers).toEqual([{ at: seconds(65), text: '' }])
    expect((await screen.findAllByText('Marked at 1:05')).length).toBeGreaterThan(0)
    await user.keyboard('p')
    expect(recorder.store.getState().phase).toBe('paused')
    expect(screen.getByText('Recording paused.', { selector: '[role=status]' })).toBeDefined()
    await user.keyboard('p')
    expect(recorder.store.getState().phase).toBe('recording')
    const input = document.body.appendChild(document.createElement('input'))
    input.focus()
    await user.keyboard('mp')
    expect(recorder.store.getState()).toMatchObject({ phase: 'recording', markers: [{}] })
    input.remove()
  })

  it('withdraws the offer to add text to a marker when the recording ends', async () => {
    const { user } = await showRunning()
    await user.keyboard('m')
    await button('Add note')
    await user.click(await button('Stop'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull())
  })

  it('adds text to a marker from the toast, in the full view', async () => {
    recorder.at = seconds(5)
    const { user } = await showRunning()
    await user.keyboard('m')
    await user.click(await button('Add note'))
    const input = await screen.findByRole('textbox', { name: 'Note for 0:05' })
    await waitFor(() => expect(document.activeElement).toBe(input))
    await user.keyboard('decision')
    expect(recorder.store.getState().markers).toEqual([{ at: seconds(5), text: 'decision' }])
    expect(await axeViolations()).toEqual([])
  })

  it('opens the full view on request, where keys work and the title can be changed', async () => {
    const { user } = await showRunning()
    openRecorderIn()
    const view = await screen.findByRole('dialog', { name: 'Recorder' })
    await user.keyboard('m')
    expect(recorder.store.getState().markers).toHaveLength(1)
    fireEvent.change(within(view).getByRole('textbox', { name: 'Title' }), { target: { value: 'Board' } })
    expect(recorder.store.getState().filename).toBe('Board')
    expect(await axeViolations()).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(recorderBar()).toBeDefined()
  })

  it('shows that it records or that it is paused, never both', async () => {
    const { user } = await showRunning()
    openRecorderIn()
    const view = await screen.findByRole('dialog', { name: 'Recorder' })
    const shownStates = () =>
      ['Recording', 'Paused'].filter((state) =>
        within(view)
          .queryAllByText(state)
          .some((element) => element.closest('[aria-hidden]') === null),
      )
    expect(shownStates()).toEqual(['Recording'])
    await user.keyboard('p')
    await waitFor(() => expect(shownStates()).toEqual(['Paused']))
  })

  it('marks the browser tab, and warns before leaving the page only while audio would be lost', async () => {
    const leavePage = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
    document.title = 'Home · Earshot'
    const { unmount } = await showRunning()
    expect(document.title).toMatch(/^● /)
    expect(leavePage()).toBe(true)
    recorder.hasUnsavedAudio = false
    expect(leavePage()).toBe(false)
    unmount()
    expect(document.title).not.toMatch(/^● /)
  })

  it.each([
    [{ network: 'retrying', storedUpTo: minutes(13) }, /uploads when you are back online/, 'Saved in this browser up to 13:00'],
    [{ network: 'signedOut' }, /You are signed out/, 'Saved in this browser up to 12:34'],
    [{ network: 'accountFull' }, /storage is full.*delete recordings/, 'Saved in this browser up to 12:34'],
    [{ keptIn: 'memory' }, /Keep the page open/, 'Saved on the server up to 12:34'],
  ] as const)('shows problems of the recording: %j', async (state, messages, safe) => {
    await showRunning(state)
    expect(within(recorderBar()).getByText(messages)).toBeDefined()
    expect(within(recorderBar()).getAllByText(safe).length).toBeGreaterThan(0)
    expect(await axeViolations()).toEqual([])
  })

  it('warns on a phone whose screen may lock', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('coarse'),
      addEventListener() {},
      removeEventListener() {},
    }))
    await showRunning({ wakeLock: 'unsupported' })
    expect(within(recorderBar()).getByText(/Keep your screen on/)).toBeDefined()
  })

  it.each([
    ['unplugged', /Recording stopped at 14:02.*the microphone was unplugged/],
    ['slept', /the device went to sleep/],
    ['interrupted', /another app took the microphone/],
  ] as [InterruptionReason, RegExp][])('shows immediately why the system has stopped it: %s', async (why, messages) => {
    const time = new Date().setHours(14, 2, 0, 0)
    const { user } = await showRunning({ stopped: { at: minutes(3), time, why, ended: true } })
    const alert = screen.getByText(
      (_, element) => element?.getAttribute('role') === 'alert' && messages.test(normalizeClock(element.textContent ?? '')),
    )
    expect(alert).toBeDefined()
    expect(await axeViolations()).toEqual([])
    await user.click(await button('Continue'))
    expect(recorder.store.getState()).toMatchObject({ phase: 'recording', stopped: null })
  })

  it('warns ten minutes before it stops automatically after five hours (B§5)', async () => {
    recorder.at = hours(5) - minutes(10) - seconds(1)
    await showRunning()
    expect(within(recorderBar()).queryByText(/stops automatically/)).toBeNull()
    recorder.at = hours(5) - minutes(9)
    await within(recorderBar()).findByText(/^This recording stops automatically in 9.min\.$/)
  })
})

/** The English locale of jsdom has a narrow space before PM, or 24 hours. */
const normalizeClock = (text: string) => text.replace(/0?2:02\s*PM/, '14:02')

describe('the end of a recording', () => {
  const file = () => createRecording({ id: 'a'.repeat(32), filename: 'Town hall' })

  it('saves without a question, opens the page of the recording and hands it over for transcription', async () => {
    const { user, onOpenFile, onNewFile } = await showRunning()
    await user.click(await button('Stop'))
    expect(within(recorderBar()).getByText(/^Saving ·/)).toBeDefined()
    expect(await axeViolations()).toEqual([])
    recorder.end(file())
    expect(recorder.store.getState().phase).toBe('idle')
    expect(onOpenFile).toHaveBeenCalledExactlyOnceWith('a'.repeat(32))
    expect(onNewFile.mock.calls.map(([{ id }]) => id)).toEqual(['a'.repeat(32)])
    expect(screen.queryByText('Town hall is in your library.')).toBeNull()
  })

  it.each([
    ['it ended by itself', { stopped: { at: 0, time: 0, why: 'limit', ended: true } as const }, 'stopped after 5 hours and '],
    ['the user has gone elsewhere meanwhile', {}, ''],
  ])('shows a notice instead of the page when %s', async (_, state, reason) => {
    const { user, onOpenFile, onNewFile } = await showRunning(state)
    await user.click(await button('Stop'))
    if (reason === '') history.pushState(null, '', '/elsewhere')
    recorder.end(file())
    await screen.findAllByText(`Town hall ${reason}is in your library.`)
    expect(onOpenFile).not.toHaveBeenCalled()
    expect(onNewFile).toHaveBeenCalledOnce()
    await user.click(await button('Open'))
    expect(onOpenFile).toHaveBeenCalledExactlyOnceWith('a'.repeat(32))
    history.replaceState(null, '', '/')
  })

  it('shows that nothing was saved when it was shorter than a second', async () => {
    await showRunning()
    recorder.set({ phase: 'ended', tooShort: true })
    expect((await screen.findAllByText('Shorter than 1 second. Nothing was saved.')).length).toBeGreaterThan(0)
  })

  it('keeps the audio after a failure and offers to retry, download or finish later', async () => {
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    const { user } = await showRunning({
      phase: 'finishing',
      failure: { kind: 'finishFailed', error: new Unreachable('network') },
    })
    expect(within(recorderBar()).getByText(/not in your library yet/)).toBeDefined()
    expect(await axeViolations()).toEqual([])
    await user.click(await button('Try again'))
    expect(recorder.calls).toEqual(['retryFinish'])
    await user.click(await button('Download audio'))
    await waitFor(() => expect(createObjectURL).toHaveBeenCalledOnce())
    await user.click(await button('Later'))
    expect(screen.queryByRole('region', { name: 'Recording in progress' })).toBeNull()
  })

  it('shows a localized reason when the server refuses to create the file', async () => {
    const route = recorderContract.finish
    const error = new Refused(route, 200, {
      status: route.refusals.pieceMissing.status,
      msg: route.refusals.pieceMissing.message,
    })
    await showRunning({ phase: 'finishing', failure: { kind: 'finishFailed', error } })
    expect(within(recorderBar()).getByText(/Part of it has not reached the server yet/)).toBeDefined()
  })

  it('asks before discarding a recording, and can undo it for a while', async () => {
    const { user } = await showRunning()
    openRecorderIn()
    await user.click(await button('Options'))
    await user.click(await button('Discard'))
    const confirmation = await screen.findByRole('alertdialog', { name: 'Discard this recording?' })
    await user.click(within(confirmation).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recording in progress' })).toBeNull())
    expect(recorder.calls).toEqual([])
    expect(recorder.store.getState().phase).toBe('paused')
    await user.click(await button('Undo'))
    expect(recorderBar()).toBeDefined()
  })
})

describe('messages of the recorder', () => {
  it.each(LOCALES)('are translated into %s', async (locale) => {
    const { default: messages } = (await import(`../messages/${locale}.json`)) as { default: Record<string, string> }
    await showRecorder({ locale, state: { ...RUNNING, network: 'retrying' } })
    expect(screen.getByRole('region', { name: messages['bar']! })).toBeDefined()
    expect(screen.getAllByText(messages['note_offline']!).length).toBeGreaterThan(0)
  })
})
