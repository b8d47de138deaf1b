import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileRow } from '#features/files/contract.ts'
import { LOCALES } from '#shared/locales.ts'
import { FeatureScreen } from '#test/screens/FeatureScreen.tsx'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { libraryHandlers } from '#test/screens/MockLibrary.ts'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { type ExportPreview, type Options, exportContract } from '../contract.ts'
import { type ExportFormat, FORMAT_IDS } from '../rules.ts'
import { exportFeature } from '../web.tsx'
import { parseChoices } from './exportChoices.ts'
import { nextFormat } from './FormatTiles.tsx'

const FILE = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
const CREATED = { url: 'http://earshot.test/api/file/export/download?id=1', filename: 'Talk.srt', files: 1 }

type Sent = { formats: ExportFormat[]; options: Options | undefined; fileIds?: readonly string[] }
type State = {
  change?: Partial<ExportPreview>
  fileIds?: readonly string[]
  files?: readonly FileRow[]
  locale?: (typeof LOCALES)[number]
  failsPreview?: boolean | 'tooLarge'
  create?: () => never
  download?: (signal: AbortSignal) => Promise<Response>
}

async function showDialog({
  change = {},
  fileIds = [FILE],
  files = [],
  locale = 'en_US',
  failsPreview = false,
  create,
  download,
}: State = {}) {
  const sent: Sent[] = []
  const previewed: Sent[] = []
  const saved: string[] = []
  mockServer([
    ...libraryHandlers(() => files),
    handle(exportContract.preview, ({ body }) => {
      if (failsPreview === 'tooLarge') throw new MockError(exportContract.preview.refusals.tooLarge.status, 'long')
      if (failsPreview) throw new MockError(500, 'broken')
      previewed.push({ formats: body.formats, options: body.options, fileIds: body.file_ids })
      return { data: { ...createPreview(body.formats), ...change } }
    }),
    handle(exportContract.create, ({ body }) => {
      sent.push({ formats: body.formats, options: body.options })
      create?.()
      return { data: CREATED }
    }),
  ])
  const api = fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (!address.includes('/export/download')) return api(address, init)
    return download ? download(init.signal!) : Promise.resolve(new Response('1\n00:00'))
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const view = await renderWithProviders(<FeatureScreen features={[exportFeature]}>{null}</FeatureScreen>, { locale })
  await loadMessages('export')
  openDialog('export', { fileIds })
  const dialog = await screen.findByRole('dialog')
  const tile = (name: RegExp) => within(dialog).getByRole('checkbox', { name })
  return { ...view, dialog, tile, sent, previewed, saved, main: () => within(dialog).getAllByRole('button').at(-2)! }
}

const createPreview = (formats: readonly ExportFormat[]): ExportPreview => ({
  formats: FORMAT_IDS.map((format) => ({ format, files: format === 'ics' ? 0 : 1, reason: format === 'ics' ? 'noTodos' : null })),
  previews: formats.map((format) => ({ format, text: `begin of ${format}`, is_cut: false, too_fast: [[0, 5]] })),
  cues: { total: 40, too_fast: 1 },
  bytes: 17_000_000,
  audio_suffix: 'wav',
  spoken_language: 'en',
  filename: 'Talk.zip',
})

beforeEach(() => signInAs('u1'))
afterEach(() => {
  closeDialogs('export')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the export dialog', () => {
  it('shows 33 formats (A§6) in seven groups, the true suffix of the audio, and why one is missing', async () => {
    const { dialog, tile } = await showDialog()
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(33)
    expect(within(dialog).getAllByRole('group').length).toBeGreaterThanOrEqual(7)
    await within(dialog).findByRole('checkbox', { name: /^WAV, Original/ })
    expect(tile(/^ICS/).getAttribute('aria-disabled')).toBe('true')
    expect(tile(/^ICS/).getAttribute('aria-label')).toContain('No to-dos in this recording')
    expect(await axeViolations()).toEqual([])
  })

  it('names what its button does, and exports the chosen formats in the order of the tiles', async () => {
    const { user, tile, main, sent, saved } = await showDialog()
    await waitFor(() => expect(main().textContent).toBe('Export DOCX'))
    await user.click(tile(/^SRT/))
    await user.click(tile(/^TXT/))
    expect(main().textContent).toBe('Export 3 formats as zip')
    await user.click(main())
    await waitFor(() => expect(saved).toEqual(['Talk.srt']))
    expect(sent[0]?.formats).toEqual(['txt', 'docx', 'srt'])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export' })).toBeNull())
  })

  it('counts recordings, and needs at least one format', async () => {
    const { user, tile, main, dialog, sent } = await showDialog({ fileIds: [FILE, OTHER] })
    await waitFor(() => expect(main().textContent).toBe('Export 2 recordings as zip'))
    await user.click(tile(/^SRT/))
    expect(main().textContent).toBe('Export 2 formats of 2 recordings as zip')
    await user.click(tile(/^SRT/))
    await user.click(tile(/^DOCX/))
    expect(within(dialog).getAllByText('Choose at least one format.').length).toBeGreaterThan(0)
    await user.click(main())
    expect(sent).toEqual([])
  })

  it('previews the chosen one of several recordings, and exports them in their order', async () => {
    const files = [fileRow({ id: FILE, filename: 'First talk' }), fileRow({ id: OTHER, filename: 'Second talk' })]
    const { user, dialog, previewed } = await showDialog({ fileIds: [FILE, OTHER], files })
    const choice = await within(dialog).findByLabelText<HTMLSelectElement>('Preview of')
    await waitFor(() => expect(choice.selectedOptions[0]?.textContent).toBe('First talk'))
    await user.selectOptions(choice, 'Second talk')
    await waitFor(() => expect(previewed.at(-1)?.fileIds).toEqual([OTHER, FILE]))
    expect(await axeViolations()).toEqual([])
  })

  it('previews each chosen format, and marks and counts subtitles that are too fast', async () => {
    const { user, tile, dialog, previewed } = await showDialog()
    await user.click(tile(/^SRT/))
    await user.click(await within(dialog).findByRole('tab', { name: 'SRT' }))
    await waitFor(() => expect(within(dialog).getByText('begin').tagName).toBe('MARK'))
    expect(within(dialog).getByText('1 line too fast')).toBeTruthy()
    await user.selectOptions(within(dialog).getByLabelText('Speakers'), 'Numbers')
    await user.click(within(dialog).getByRole('switch', { name: 'Highlights and comments' }))
    await waitFor(() =>
      expect(previewed.at(-1)?.options).toMatchObject({ speakers: 'numbers', highlights: true, locale: 'en_US' }),
    )
  })

  it('remembers the choices for the next time', async () => {
    const first = await showDialog()
    await first.user.click(first.tile(/^SRT/))
    await first.user.click(first.main())
    await waitFor(() => expect(first.saved).toHaveLength(1))
    first.unmount()
    const second = await showDialog()
    expect(second.tile(/^SRT/).getAttribute('aria-checked')).toBe('true')
  })

  it('can be cancelled while it is underway, and stays open', async () => {
    const { user, main, dialog, saved } = await showDialog({
      download: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    })
    await waitFor(() => expect(main().textContent).toBe('Export DOCX'))
    await user.click(main())
    await within(dialog).findByText('Preparing…')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(within(dialog).queryByText('Preparing…')).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Export' })).toBe(dialog)
    expect(saved).toEqual([])
  })

  it('leaves large exports to the browser', async () => {
    const { user, main, saved, dialog } = await showDialog({ change: { bytes: 900_000_000 } })
    await within(dialog).findByText(/About/)
    await user.click(main())
    await screen.findByText('Your browser is downloading Talk.srt.')
    expect(saved).toEqual([''])
  })

  it.each([
    [
      'nothing is left to export',
      () => {
        throw new MockError(-2, 'nothing')
      },
      'There is nothing to export in these formats.',
    ],
    [
      'a recording was deleted',
      () => {
        throw new MockError(404, 'gone')
      },
      /^A recording was just deleted/,
    ],
    [
      'the server fails',
      () => {
        throw new MockError(500, 'broken')
      },
      /^The export failed\./,
    ],
  ])('says so when %s', async (_, create, message) => {
    const { user, main } = await showDialog({ create })
    await waitFor(() => expect(main().textContent).toBe('Export DOCX'))
    await user.click(main())
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  })

  it.each([
    [404, -2, 'There is nothing to export in these formats.'],
    [404, -404, /^A recording was just deleted/],
    [422, -422, /too long for this format/],
    [429, -429, /still running/],
    [403, -403, /^The export failed\./],
    [500, -500, /^The export failed\./],
  ])('says why the file does not come: HTTP %i, status %i', async (httpStatus, status, message) => {
    const response = () => Promise.resolve(new Response(JSON.stringify({ status }), { status: httpStatus }))
    const { user, main, saved } = await showDialog({ download: response })
    await waitFor(() => expect(main().textContent).toBe('Export DOCX'))
    await user.click(main())
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(saved).toEqual([])
  })

  it('says that a recording is too long for a preview, and exports it all the same', async () => {
    const { dialog, user, main, saved } = await showDialog({ failsPreview: 'tooLarge' })
    expect(await within(dialog).findByText(/too long for a preview/)).toBeTruthy()
    await user.click(main())
    await waitFor(() => expect(saved).toHaveLength(1))
  })

  it('offers to try again when the preview fails', async () => {
    const { dialog } = await showDialog({ failsPreview: true })
    expect(await within(dialog).findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    const { dialog } = await showDialog({ locale })
    await within(dialog).findByText(/17|16/)
    expect(dialog.textContent).not.toMatch(/group_|format_|times_|speakers_|export_|\{\{/)
  })
})

describe('moving between tiles', () => {
  it.each([
    ['txt', 'ArrowRight', false, 'md'],
    ['html', 'ArrowRight', false, 'docx'],
    ['txt', 'ArrowRight', true, undefined],
    ['md', 'ArrowRight', true, 'txt'],
    ['xlsx', 'ArrowDown', false, 'lrc'],
    ['lrc', 'ArrowUp', false, 'xlsx'],
    ['xlsx', 'ArrowUp', false, 'html'],
    ['edl', 'ArrowDown', false, undefined],
    ['pdf', 'Home', false, 'txt'],
    ['pdf', 'End', false, 'edl'],
    ['pdf', 'a', false, undefined],
  ] as const)('%s and %s leads to the next', (from, key, isRtl, to) => expect(nextFormat(from, key, isRtl)).toBe(to))
})

describe('stored choices', () => {
  it('are repaired when another version wrote them', () => {
    const { formats, options } = parseChoices({
      formats: ['doc', 'srt'],
      options: { speakers: 'all', line_length: 500, notes: false },
    })
    expect(formats).toEqual(['srt'])
    expect(options).toMatchObject({ speakers: 'names', line_length: 42, notes: false })
    expect(parseChoices(null).formats).toEqual(['docx'])
  })
})
