import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type File, fileTopic, filesTopic } from '#features/files/contract.ts'
import { filesFeature } from '#features/files/web.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderFilePage } from '#test/screens/renderFilePage.tsx'
import { createRecording } from '#test/screens/createRecording.ts'
import { setLastList } from '../panes/listLocation.ts'

const sendLive = await createLiveSender(filesFeature)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const makeId = (letter: string) => letter.repeat(32)
/** Newest first: a, b, c, d. c has no folder, d is in the trash. */
const createFile = (letter: string, change: Partial<File> = {}) =>
  createRecording({
    id: makeId(letter),
    filename: `Talk ${letter.toUpperCase()}`,
    start_time: 1_795_252_320 - letter.charCodeAt(0) * 60,
    filetag_id_list: ['f1'],
    ...change,
  })
const createFourFiles = () => [
  createFile('a', { scene: 7, duration: 60_000 }),
  createFile('b', { duration: 240_000 }),
  createFile('c', { filetag_id_list: [], duration: 120_000 }),
  createFile('d', { is_trash: true, trashed_at: 1_795_252_320 }),
]
const renderPage = (letter: string, options: Parameters<typeof renderFilePage>[0] = {}) =>
  renderFilePage({ id: makeId(letter), files: createFourFiles(), ...options })

const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name })
/** Returns the button in the header. Each button exists twice, one for each width. */
const getStepButton = (name: RegExp) => {
  const buttons = screen.getAllByRole('button', { name })
  return buttons.find((button) => button.closest('header')) ?? buttons[0]!
}
const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

describe('previous and next buttons', () => {
  it('follow the list that the recording was opened from and show the position', async () => {
    const { user, currentAddress } = await renderPage('a')
    await findHeading('Talk A')
    expect((await screen.findAllByText('1 of 3')).length).toBeGreaterThan(0)
    await user.click(getStepButton(/^Next recording/))
    await findHeading('Talk B')
    expect(currentAddress()).toBe(`/file/${makeId('b')}`)
    expect(screen.getAllByText('2 of 3').length).toBeGreaterThan(0)
    await user.click(getStepButton(/^Previous recording/))
    await findHeading('Talk A')
  })

  it('are disabled with a reason at the ends of the list', async () => {
    const { user } = await renderPage('c')
    await findHeading('Talk C')
    await screen.findAllByText('3 of 3')
    expect(getStepButton(/^Next recording/).getAttribute('aria-label')).toBe('Next recording: this is the last in the list')
    expect(isDisabled(getStepButton(/^Next recording/))).toBe(true)
    await user.click(getStepButton(/^Previous recording/))
    await findHeading('Talk B')
    await user.click(getStepButton(/^Previous recording/))
    await findHeading('Talk A')
    expect(getStepButton(/^Previous recording/).getAttribute('aria-label')).toBe(
      'Previous recording: this is the first in the list',
    )
  })

  it('skip recordings that are not in the list beside', async () => {
    setLastList({ tagId: 'f1' })
    const { user } = await renderPage('a')
    await findHeading('Talk A')
    await screen.findAllByText('1 of 2')
    await user.click(getStepButton(/^Next recording/))
    await findHeading('Talk B')
    expect(isDisabled(getStepButton(/^Next recording/))).toBe(true)
  })

  it('are disabled with a reason when the recording is not in the list beside', async () => {
    setLastList({ tagId: 'f1' })
    await renderPage('c')
    await findHeading('Talk C')
    await waitFor(() => expect(getStepButton(/^Next recording/).getAttribute('aria-label')).toContain('not in the current list'))
    expect(isDisabled(getStepButton(/^Previous recording/))).toBe(true)
    expect(screen.queryByText(/\d of \d/)).toBeNull()
  })

  it('follow the sort order of the list', async () => {
    localStorage.setItem('earshot_listSort', JSON.stringify({ value: { by: 'length', isDescending: true }, expires: null }))
    const { user } = await renderPage('b')
    await findHeading('Talk B')
    await screen.findAllByText('1 of 3')
    await user.click(getStepButton(/^Next recording/))
    await findHeading('Talk C')
    await user.click(getStepButton(/^Next recording/))
    expect(await findHeading('Talk A')).toBeTruthy()
  })

  it('have the shortcuts Alt+Up and Alt+Down, except in text fields', async () => {
    const { user, currentAddress } = await renderPage('a')
    await findHeading('Talk A')
    await screen.findAllByText('1 of 3')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await findHeading('Talk B')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await findHeading('Talk A')
    await user.keyboard('{ArrowDown}')
    await user.click(within(await findHeading('Talk A')).getByRole('button'))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(currentAddress()).toBe(`/file/${makeId('a')}`)
  })

  it('work from a disabled button at the end of the list, as does F2', async () => {
    const { user } = await renderPage('c')
    await findHeading('Talk C')
    await screen.findAllByText('3 of 3')
    getStepButton(/^Next recording/).focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await findHeading('Talk B')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await findHeading('Talk C')
    getStepButton(/^Next recording/).focus()
    await user.keyboard('{F2}')
    expect(await screen.findByRole('textbox', { name: 'Title of the recording' })).toBeTruthy()
  })

  it('move the focus to the same button of the next page', async () => {
    const { user } = await renderPage('a')
    await findHeading('Talk A')
    await screen.findAllByText('1 of 3')
    getStepButton(/^Next recording/).focus()
    await user.keyboard('{Enter}')
    await findHeading('Talk B')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Next recording/))
    await user.keyboard('{Enter}')
    expect(await findHeading('Talk C')).toBeTruthy()
  })
})

describe('title', () => {
  it('can be edited from the menu and with F2 and gets the focus back', async () => {
    const { user, state } = await renderPage('a')
    await findHeading('Talk A')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Rename/ }))
    const field = await screen.findByRole('textbox', { name: 'Title of the recording' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('Opening{Enter}')
    const button = within(await findHeading('Opening')).getByRole('button')
    expect(document.activeElement).toBe(button)
    await waitFor(() => expect(state.files[0]?.filename).toBe('Opening'))
    await user.keyboard('{F2}')
    expect(await screen.findByRole<HTMLInputElement>('textbox')).toHaveProperty('value', 'Opening')
    await user.keyboard('Nonsense{Escape}')
    await findHeading('Opening')
  })

  it('is saved when the field loses the focus', async () => {
    const { user, state } = await renderPage('a')
    await user.click(within(await findHeading('Talk A')).getByRole('button'))
    await user.keyboard('Opening')
    await user.click(screen.getByRole('tablist'))
    await findHeading('Opening')
    await waitFor(() => expect(state.files[0]?.filename).toBe('Opening'))
  })

  it('is unchanged after a failed save, with the new text in the field', async () => {
    const { user, state } = await renderPage('a', { failsToRename: true })
    await user.click(within(await findHeading('Talk A')).getByRole('button'))
    await user.keyboard('Opening{Enter}')
    expect((await screen.findAllByText(/^The recording could not be renamed/)).length).toBeGreaterThan(0)
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title of the recording' })
    expect(field.value).toBe('Opening')
    state.failsToRename = false
    await user.keyboard('{Enter}')
    await findHeading('Opening')
    await waitFor(() => expect(state.files[0]?.filename).toBe('Opening'))
  })

  it('is aligned to the right for right-to-left text', async () => {
    await renderPage('a', { files: [createFile('a', { filename: 'مقابلة 12' })] })
    expect((await findHeading('مقابلة 12')).querySelector('[dir=auto]')?.textContent).toBe('مقابلة 12')
  })
})

describe('metadata', () => {
  it('shows the date to the minute with the full date in a tooltip', async () => {
    await renderPage('a')
    await findHeading('Talk A')
    const time = document.querySelector('time')!
    expect(time.textContent).toBe('November 21, 2026 at 7:35 AM')
    expect(time.dateTime).toBe('2026-11-21T07:35:00.000Z')
  })

  it('shows the source and the folders as links to their lists', async () => {
    await renderPage('a')
    await findHeading('Talk A')
    const getChipHref = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await getChipHref('Calls')).toBe('/file-list?categoryId=call')
    expect(await getChipHref('Research')).toBe('/file-list?tagId=f1')
  })

  it('shows no link for the welcome recording and nothing for an unknown source', async () => {
    const { unmount } = await renderPage('a', { files: [createFile('a', { scene: 1000 })] })
    await findHeading('Talk A')
    expect(screen.getByText('Welcome recording').closest('a')).toBeNull()
    unmount()
    await renderPage('a', { files: [createFile('a', { scene: 4711, filetag_id_list: [] })] })
    await findHeading('Talk A')
    expect(screen.queryByText('Welcome recording')).toBeNull()
    expect(screen.queryAllByTitle('Comes from')).toEqual([])
  })
})

describe('recording in the trash', () => {
  it('shows the remaining days and can be restored', async () => {
    vi.setSystemTime(1_795_252_320_000 + 18 * 86_400_000)
    const { user, state } = await renderPage('d')
    await findHeading('Talk D')
    expect(screen.getByText('In trash')).toBeTruthy()
    expect(await screen.findByText('12 days left')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(state.files[3]?.is_trash).toBe(false))
    await waitFor(() => expect(screen.queryByText('In trash')).toBeNull())
    const title = within(await findHeading('Talk D')).getByRole('button')
    await waitFor(() => expect(document.activeElement).toBe(title))
    vi.useRealTimers()
  })

  it('shows no remaining days when no rule deletes it', async () => {
    await renderPage('d', { trashDays: null })
    await findHeading('Talk D')
    expect(screen.queryByText(/days left/)).toBeNull()
  })

  it('is deleted permanently after a confirmation, which leads back to the trash and requests it no more', async () => {
    const files = [...createFourFiles(), createFile('e', { is_trash: true })]
    const { user, state, requests, queries, currentAddress } = await renderPage('e', { files })
    await findHeading('Talk E')
    await user.click(screen.getByRole('button', { name: 'Delete forever' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete forever' }))
    sendLive(queries, filesTopic, {})
    await waitFor(() => expect(currentAddress()).toBe('/file-list?categoryId=trash'))
    expect(state.files.map(({ filename }) => filename)).not.toContain('Talk E')
    const deletion = requests.findIndex((call) => call.startsWith('DELETE /file/'))
    expect(requests.slice(deletion + 1).filter((call) => call === 'POST /file/list' || call.includes(makeId('e')))).toEqual([])
  })
})

describe('changes on other devices', () => {
  it('shows that the recording was deleted, with a link to all files', async () => {
    const { state, queries } = await renderPage('a')
    await findHeading('Talk A')
    state.files = state.files.slice(1)
    sendLive(queries, filesTopic, {})
    expect(await screen.findByText(/^This recording was just deleted/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all files' })).toBeTruthy()
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('shows at once that the recording was moved to the trash', async () => {
    const { state, queries } = await renderPage('a')
    await findHeading('Talk A')
    state.files = [{ ...state.files[0]!, is_trash: true, trashed_at: 1_795_252_320 }, ...state.files.slice(1)]
    sendLive(queries, fileTopic, { id: makeId('a') })
    expect(await screen.findByText('In trash')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Restore' })).toBeTruthy()
  })
})

it.each(['a', 'd'])('has no accessibility violations (%s)', async (letter) => {
  await renderPage(letter)
  await screen.findByRole('heading', { level: 1 })
  await screen.findByRole('link', { name: 'Research' })
  expect(await axeViolations()).toEqual([])
})
