import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRecording } from '#test/screens/createRecording.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { startUploadServer, type FakeUploadServer } from '#test/fakes/upload/startUploadServer.ts'
import { client } from '#shared/client.ts'
import { createSend, send } from '#browser/http/send.ts'
import { unixSeconds } from '#shared/units.ts'
import { uploadContract, type UnfinishedUpload } from '../../contract.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { UploadRunner } from '../queue/UploadRunner.ts'
import { Uploads } from '../queue/Uploads.ts'

let server: FakeUploadServer
let uploads: Uploads
beforeEach(async () => {
  server = await startUploadServer()
  uploads = new Uploads({
    startRunner: async (settings) => new UploadRunner({ ...settings, send: createSend({ base: `${server.origin}/api` }) }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  return server[Symbol.asyncDispose]()
})

const asrFile = (name: string) => new File([new Uint8Array(8000).fill(name.length)], name)
const imageFile = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

async function openDialog() {
  const screenView = await renderWithProviders(<UploadDialog open uploads={uploads} onClose={() => {}} onOpenFile={() => {}} />)
  await screen.findByRole('dialog')
  return screenView
}

const shownNames = () => [...document.querySelectorAll('[data-upload] p:first-child')].map((name) => name.textContent)

/** A folder entry as in a drop event. */
const folderEntry = (name: string, files: readonly File[]) => {
  const entries = files.map((file) => ({
    name: file.name,
    isDirectory: false,
    file: (resolve: (file: File) => void) => resolve(file),
  }))
  const createReader = () => {
    const remaining = [...entries]
    return { readEntries: (resolve: (batch: unknown[]) => void) => resolve(remaining.splice(0, 100)) }
  }
  return { name, isDirectory: true, createReader }
}

describe('adding files to the queue', () => {
  it('adds the audio of a dropped folder and counts the other files (B§5)', async () => {
    await openDialog()
    const droppedFolder = folderEntry('trip', [
      asrFile('talk.asr'),
      imageFile('cover.jpg'),
      asrFile('.hidden.asr'),
      imageFile('.DS_Store'),
    ])
    const items = [{ kind: 'file', webkitGetAsEntry: () => droppedFolder, getAsFile: () => null }]
    fireEvent.drop(document.querySelector('[data-drop-zone]')!, { dataTransfer: { items, files: [] } })
    await screen.findByText('In your library')
    expect(shownNames()).toEqual(['talk'])
    expect(screen.getByText('3 files were skipped: they are hidden, or not audio or video.').getAttribute('role')).toBe('status')
  })

  it('adds a folder from the file chooser', async () => {
    Object.defineProperty(HTMLInputElement.prototype, 'webkitdirectory', { value: false, writable: true, configurable: true })
    try {
      const { user } = await openDialog()
      await user.click(screen.getByRole('button', { name: 'Choose a folder' }))
      const input = document.querySelector<HTMLInputElement>('input[type=file]')!
      expect(input.webkitdirectory).toBe(true)
      fireEvent.change(input, { target: { files: [asrFile('one.asr'), imageFile('two.jpg')] } })
      await waitFor(() => expect(shownNames()).toEqual(['one']))
      expect(screen.getByText('One file was skipped: it is hidden, or not audio or video.')).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'Choose files' }))
      expect(input.webkitdirectory).toBe(false)
    } finally {
      Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory')
    }
  })

  it('adds pasted files and ignores pasted text', async () => {
    await openDialog()
    const pasteInto = (clipboardData: object) => {
      const event = new Event('paste', { bubbles: true, cancelable: true })
      fireEvent(document.body, Object.assign(event, { clipboardData }))
      return event.defaultPrevented
    }
    expect(pasteInto({ items: [{ kind: 'string' }], files: [] })).toBe(false)
    expect(pasteInto({ files: [asrFile('pasted.asr')] })).toBe(true)
    await screen.findByText('In your library')
    expect(shownNames()).toEqual(['pasted'])
  })
})

describe('uploads begun on another device', () => {
  const unfinishedUpload: UnfinishedUpload = {
    upload_id: 'u9',
    object_name: 'sound/u9',
    file_type: 'MP3',
    filename: 'Town hall',
    source_md5: null,
    filesize: 20 * 1024 * 1024,
    bytes_arrived: 15 * 1024 * 1024,
    state: 'open',
    begun_at: unixSeconds(new Date()),
    kept_until: unixSeconds(new Date()) + 3600,
  }

  async function showUnfinished(upload = unfinishedUpload) {
    const screenView = await openDialog()
    const { unfinished } = client('upload', uploadContract, send)
    screenView.queries.setQueryData(unfinished.key({}), { data: { list: [upload] } })
    const section = await screen.findByRole('region', { name: 'Started on another device' })
    return { ...screenView, section }
  }

  it('lists them with the missing size', async () => {
    const { section } = await showUnfinished()
    expect(within(section).getByText('Town hall')).toBeDefined()
    expect(section.textContent).toContain('5 MB of 20 MB missing')
    expect(within(section).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75')
  })

  it('continues with the same file, and warns when another file is chosen', async () => {
    const { section, user } = await showUnfinished()
    const call = vi.spyOn(uploads, 'call').mockResolvedValue(false as never)
    await user.click(within(section).getByRole('button', { name: 'Choose file: Town hall' }))
    const otherFile = asrFile('other.asr')
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [otherFile] } })
    await screen.findByText(/This is not the same file as Town hall/)
    expect(call).toHaveBeenCalledExactlyOnceWith('continueWith', unfinishedUpload, otherFile)
    expect(shownNames()).toEqual([])
  })

  it('finishes a fully received upload without its file', async () => {
    const completeUpload = { ...unfinishedUpload, bytes_arrived: unfinishedUpload.filesize }
    const { section, user } = await showUnfinished(completeUpload)
    expect(within(section).queryByRole('button', { name: /Choose file/ })).toBeNull()
    const { upload_id, object_name } = completeUpload
    const file = createRecording({ filename: 'Town hall' })
    const { requests } = mockServer([
      handle(uploadContract.resume, () => ({
        data: { upload_id, object_name, part_urls: [], parts: [], state: 'merged' as const },
      })),
      handle(uploadContract.confirm, () => ({ data: file, data_file: file })),
      handle(uploadContract.unfinished, () => ({ data: { list: [] } })),
    ])
    const onUploaded = vi.fn<(file: { filename: string }, isHere: boolean) => void>()
    uploads.onUploaded(onUploaded)
    await user.click(within(section).getByRole('button', { name: 'Finish: Town hall' }))
    await screen.findByText(/Town hall.* is in your library/)
    expect(requests.slice(0, 2)).toEqual(['GET /file/uploads/u9', 'POST /file/confirm_upload'])
    expect(onUploaded).toHaveBeenCalledExactlyOnceWith(file, true)
  })

  it('abandons an upload only after confirmation', async () => {
    const { section, user } = await showUnfinished()
    const { requests } = mockServer([
      handle(uploadContract.abandon, () => ({})),
      handle(uploadContract.unfinished, () => ({ data: { list: [] } })),
    ])
    await user.click(within(section).getByRole('button', { name: 'Cancel upload: Town hall' }))
    const confirmation = await screen.findByRole('alertdialog', { name: 'Cancel the upload of Town hall?' })
    expect(requests).toEqual([])
    await user.click(within(confirmation).getByRole('button', { name: 'Cancel upload' }))
    await waitFor(() => expect(requests).toContain('DELETE /file/uploads/u9'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Started on another device' })).toBeNull())
  })
})
