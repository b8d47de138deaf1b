import { buffer } from 'node:stream/consumers'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { createStore } from 'zustand/vanilla'
import { filesContract, type LibraryRow } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import { LOCALES } from '#shared/locales.ts'
import { SERVICE_EXPORTS, type ServiceExport } from '#test/fixtures/serviceExports.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { createRecording } from '#test/screens/createRecording.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { getOpenDialog, isDialogOpen } from '#ui/dialog/openDialog.ts'
import { uploadContract } from '../../contract.ts'
import type { ImportedTexts } from '../queue/uploadItem.ts'
import type { Uploads } from '../queue/Uploads.ts'
import { addDropped } from '../selection/newUploads.ts'
import { ImportDialog } from './ImportDialog.tsx'

type Added = { name: string; lastModified: number; folderId: string | null; texts: ImportedTexts | undefined }

let added: Added[]
let folders: string[]
/** The queue as the dialog uses it. */
const queue = () =>
  ({
    store: createStore(() => ({ items: [], leftOut: [] })),
    add: async (files: readonly File[], folderId: string | null, texts: readonly ImportedTexts[]) => {
      for (const [n, { name, lastModified }] of files.entries()) added.push({ name, lastModified, folderId, texts: texts[n] })
    },
  }) as unknown as Uploads

beforeEach(() => {
  added = []
  folders = ['Sales']
})
afterEach(() => closeDialogs('upload', 'importRecordings'))

async function zipFile(files: ServiceExport, name = 'export.zip'): Promise<File> {
  const archive = new ZipFile()
  for (const [path, text] of Object.entries(files))
    archive.addBuffer(Buffer.from(text ?? 'sound'), path, { mtime: new Date(2026, 4, 5, 9) })
  archive.end()
  return new File([new Uint8Array(await buffer(archive.outputStream))], name, { type: 'application/zip' })
}

type State = Pick<Parameters<typeof ImportDialog>[0], 'dropped' | 'folderId'> & {
  library?: LibraryRow[]
  locale?: (typeof LOCALES)[number]
  isOffline?: boolean
  limit?: number
}

async function showDialog({ dropped, folderId, library = [], locale = 'en_US', isOffline = false, limit = 1e9 }: State = {}) {
  mockServer([
    handle(uploadContract.webConfig, () => ({ data: { upload_limit_size: limit } })),
    handle(filesContract.page, () => ({
      data: {
        sync_token: 't',
        counts: { all: 0, unorganized: 0, trash: 0, by_folder: {}, by_scene: {} },
        files: library,
        next: null,
      },
    })),
    handle(foldersContract.list, () => {
      if (isOffline) throw new MockError(503, 'broken')
      return {
        data_filetag_total: folders.length,
        data_filetag_list: folders.map((name) => ({ id: `id of ${name}`, name, color: '#191919', icon: 'folder' })),
      }
    }),
    handle(foldersContract.create, ({ body }) => {
      folders.push(body.name)
      return { data_filetag: { id: `id of ${body.name}`, name: body.name, color: '#191919', icon: 'folder' } }
    }),
  ])
  await loadMessages('import')
  let isClosed = false
  const view = await renderWithProviders(
    <ImportDialog
      open
      onClose={() => (isClosed = true)}
      uploads={queue()}
      {...(dropped && { dropped })}
      {...(folderId && { folderId })}
    />,
    { locale },
  )
  const dialog = await screen.findByRole('dialog')
  const choose = async (...files: File[]) => view.user.upload(dialog.querySelector('input[type=file]')!, files)
  return { ...view, dialog, choose, isClosed: () => isClosed }
}

const box = (name: string | RegExp) => screen.findByRole('checkbox', { name })

describe('the import of an export', () => {
  it('shows what is in it, and adds what is chosen with title, date, folder and texts', async () => {
    const { choose, user, dialog, isClosed } = await showDialog()
    await choose(
      await zipFile({
        ...SERVICE_EXPORTS['Plaud, a folder for each recording'],
        'plaud/Sales/Call.mp3': null,
        'plaud/readme.pdf': 'x',
      }),
    )
    expect((await box('2026-03-02 Clinics')).getAttribute('aria-checked')).toBe('true')
    expect(dialog.textContent).toMatch(/Work · Transcript: .?Lena Brandt.?, .?Tom Weber.? · Summary/)
    within(dialog).getByText('2 recordings found · one other file left out')
    expect(await axeViolations()).toEqual([])
    await user.click(await box('Call'))
    await user.click(within(dialog).getByRole('button', { name: 'Import one recording' }))
    await waitFor(() => expect(isClosed()).toBe(true))
    expect(isDialogOpen('upload')).toBe(true)
    expect(added).toEqual([
      {
        name: '2026-03-02 Clinics.mp3',
        lastModified: new Date(2026, 2, 2, 12).getTime(),
        folderId: 'id of Work',
        texts: {
          trans_result: [expect.objectContaining({ speaker: 'Lena Brandt' }), expect.objectContaining({ speaker: 'Tom Weber' })],
          ai_content: 'Forty open in May.',
        },
      },
    ])
    expect(folders).toEqual(['Sales', 'Work'])
  })

  it('takes folders that exist already, and says nothing of texts that are none', async () => {
    const { choose, user, dialog } = await showDialog()
    await choose(await zipFile(SERVICE_EXPORTS['Otter, with subtitles in a folder']))
    await user.click(await within(dialog).findByRole('button', { name: 'Import 2 recordings' }))
    await waitFor(() => expect(added).toHaveLength(2))
    expect(added.map(({ name, folderId, texts }) => [name, folderId, Boolean(texts?.trans_result)])).toEqual([
      ['Clinics in spring.mp3', 'id of Sales', true],
      ['Clinics without transcript.mp3', null, false],
    ])
    expect(folders).toEqual(['Sales'])
  })

  it('reads several archives as one', async () => {
    const { choose, dialog } = await showDialog()
    const { 'Clinics.mp3': sound, ...texts } = {
      'Clinics.mp3': null,
      'Clinics.txt': SERVICE_EXPORTS['Plaud, a folder for each kind']['transcripts/Clinics.txt'],
    }
    await choose(await zipFile({ 'Clinics.mp3': sound }, 'audio.zip'), await zipFile(texts, 'texts.zip'))
    await within(dialog).findByText('One recording found')
    expect(dialog.textContent).toContain('Lena Brandt')
  })

  it('reads a Word document, and opens with an archive that was dropped anywhere', async () => {
    const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
    const lines = ['Lena Brandt  00:01', 'Forty clinics &amp; more.', 'Tom Weber  00:06', 'And who pays?']
    const xml = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines.map(paragraph).join('')}</w:body></w:document>`
    const document = new ZipFile()
    document.addBuffer(Buffer.from(xml), 'word/document.xml')
    document.end()
    const archive = new ZipFile()
    archive.addBuffer(Buffer.from('sound'), 'Clinics.m4a')
    archive.addBuffer(await buffer(document.outputStream), 'Clinics.docx')
    archive.end()
    const file = new File([new Uint8Array(await buffer(archive.outputStream))], 'a.zip')
    await addDropped(queue(), { files: [file], folders: [] }, 'f1')
    expect([isDialogOpen('upload'), getOpenDialog('importRecordings')]).toEqual([
      false,
      { dropped: { files: [file], folders: [] }, folderId: 'f1' },
    ])
    const { user, dialog } = await showDialog(getOpenDialog('importRecordings'))
    await user.click(await within(dialog).findByRole('button', { name: 'Import one recording' }))
    await waitFor(() => expect(added).toHaveLength(1))
    expect(added[0]).toMatchObject({ name: 'Clinics.m4a', folderId: 'f1' })
    expect(added[0]?.texts?.trans_result?.map(({ speaker, content }) => [speaker, content])).toEqual([
      ['Lena Brandt', 'Forty clinics & more.'],
      ['Tom Weber', 'And who pays?'],
    ])
  })

  it('does not choose what is in the library already, and lets it be chosen all the same', async () => {
    const start_time = new Date(2026, 2, 2, 14, 22, 33).getTime() / 1000
    const { choose, user, dialog } = await showDialog({
      library: [createRecording({ filename: '2026-03-02 14_22_33', start_time })],
    })
    await choose(await zipFile(SERVICE_EXPORTS['Plaud, by name']))
    const row = await box('2026-03-02 14_22_33')
    expect(row.getAttribute('aria-checked')).toBe('false')
    within(dialog).getByText(/Already in your library/)
    expect(
      within(dialog)
        .getByRole('button', { name: /^Import/ })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    await user.click(await box('Select all'))
    within(dialog).getByRole('button', { name: 'Import one recording' })
  })

  it('says what cannot be imported, and why', async () => {
    const { choose, dialog } = await showDialog({ limit: 100 })
    await choose(
      await zipFile({
        'silent.srt': SERVICE_EXPORTS['Otter, with subtitles in a folder']['otter export/Sales/Clinics in spring.srt'],
        'no times.mp3': null,
        'no times-transcript.txt': 'Hello.',
        'broken.mp3': null,
        'broken.docx': 'no document',
        'large.mp3': 'x'.repeat(101),
      }),
    )
    expect((await box('silent')).getAttribute('aria-disabled')).toBe('true')
    expect((await box('large')).getAttribute('aria-disabled')).toBe('true')
    for (const text of [
      /A transcript alone cannot be played/,
      /has no times, so only the audio/,
      /cannot be read, so only the audio/,
      /Larger than 100/,
    ])
      within(dialog).getByText(text)
    within(dialog).getByRole('button', { name: 'Import 2 recordings' })
  })

  it.each([
    ['is damaged', new File(['PK no archive'], 'a.zip'), /damaged or not a ZIP file/],
    ['has no recordings', null, /No recordings found/],
  ])('says when an archive %s', async (_, file, message) => {
    const { choose, dialog } = await showDialog()
    await choose(file ?? (await zipFile({ 'readme.txt': 'Hello.' })))
    expect((await within(dialog).findByText(message)).closest('[role=alert]')).not.toBeNull()
    within(dialog).getByRole('button', { name: 'Choose a ZIP file' })
  })

  it('says when the server does not respond, and adds nothing', async () => {
    const { choose, user, dialog } = await showDialog({ isOffline: true })
    await choose(await zipFile(SERVICE_EXPORTS['Plaud, by name']))
    await user.click(await within(dialog).findByRole('button', { name: 'Import one recording' }))
    await within(dialog).findByText(/The import stopped/)
    expect(added).toEqual([])
  })

  it.each(LOCALES)('has no accessibility faults in %s', async (locale) => {
    const { choose, dialog } = await showDialog({ locale })
    expect(await axeViolations()).toEqual([])
    await choose(await zipFile(SERVICE_EXPORTS['Fireflies, by name and time']))
    await waitFor(() => expect(within(dialog).getAllByRole('checkbox')).toHaveLength(3))
    expect(await axeViolations()).toEqual([])
  })
})
