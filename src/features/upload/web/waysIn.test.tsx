import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { uploadServer, type UploadServer } from '#test/upload/uploadServer.ts'
import { client } from '#kit/client.ts'
import { makeSend, send } from '#ui/send.ts'
import { unixSeconds } from '#kit/units.ts'
import { uploadContract, type UnfinishedUpload } from '../contract.ts'
import { transcode } from './transcode.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { Uploads } from './Uploads.ts'

let server: UploadServer
let uploads: Uploads
beforeEach(async () => {
  server = await uploadServer()
  uploads = new Uploads(makeSend({ base: `${server.origin}/api` }), transcode)
})
afterEach(() => server[Symbol.asyncDispose]())

const asr = (name: string) => new File([new Uint8Array(8000).fill(name.length)], name)
const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

async function opened() {
  const view = await renderScreen(<UploadDialog open uploads={uploads} onClose={() => {}} onOpenFile={() => {}} />)
  await screen.findByRole('dialog')
  return view
}

const names = () => [...document.querySelectorAll('[data-upload] p:first-child')].map((name) => name.textContent)

/** A folder entry as in a drop event. */
const folder = (name: string, files: readonly File[]) => {
  const entries = files.map((file) => ({
    name: file.name,
    isDirectory: false,
    file: (found: (file: File) => void) => found(file),
  }))
  const createReader = () => {
    const left = [...entries]
    return { readEntries: (found: (some: unknown[]) => void) => found(left.splice(0, 100)) }
  }
  return { name, isDirectory: true, createReader }
}

describe('adding files to the queue', () => {
  it('adds the audio of a dropped folder and counts the other files', async () => {
    await opened()
    const dropped = folder('trip', [asr('talk.asr'), picture('cover.jpg'), asr('.hidden.asr'), picture('.DS_Store')])
    const items = [{ kind: 'file', webkitGetAsEntry: () => dropped, getAsFile: () => null }]
    fireEvent.drop(document.querySelector('[data-drop-zone]')!, { dataTransfer: { items, files: [] } })
    await screen.findByText('In your library')
    expect(names()).toEqual(['talk'])
    expect(screen.getByText('3 files were left out: they are hidden, or not sound or video.').getAttribute('role')).toBe('status')
  })

  it('adds a folder from the file chooser', async () => {
    Object.defineProperty(HTMLInputElement.prototype, 'webkitdirectory', { value: false, writable: true, configurable: true })
    try {
      const { user } = await opened()
      await user.click(screen.getByRole('button', { name: 'Choose a folder' }))
      const field = document.querySelector<HTMLInputElement>('input[type=file]')!
      expect(field.webkitdirectory).toBe(true)
      fireEvent.change(field, { target: { files: [asr('one.asr'), picture('two.jpg')] } })
      await waitFor(() => expect(names()).toEqual(['one']))
      expect(screen.getByText('One file was left out: it is hidden, or not sound or video.')).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'Choose files' }))
      expect(field.webkitdirectory).toBe(false)
    } finally {
      Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory')
    }
  })

  it('adds pasted files and ignores pasted text', async () => {
    await opened()
    const paste = (clipboardData: object) => {
      const event = new Event('paste', { bubbles: true, cancelable: true })
      fireEvent(document.body, Object.assign(event, { clipboardData }))
      return event.defaultPrevented
    }
    expect(paste({ items: [{ kind: 'string' }], files: [] })).toBe(false)
    expect(paste({ files: [asr('pasted.asr')] })).toBe(true)
    await screen.findByText('In your library')
    expect(names()).toEqual(['pasted'])
  })
})

describe('uploads begun on another device', () => {
  const begun: UnfinishedUpload = {
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

  async function listed(upload = begun) {
    const view = await opened()
    const { unfinished } = client('upload', uploadContract, send)
    view.queries.setQueryData(unfinished.key({}), { data: { list: [upload] } })
    const section = await screen.findByRole('region', { name: 'Begun on another device' })
    return { ...view, section }
  }

  it('lists them with the missing size', async () => {
    const { section } = await listed()
    expect(within(section).getByText('Town hall')).toBeDefined()
    expect(section.textContent).toContain('5 MB of 20 MB missing')
    expect(within(section).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75')
  })

  it('continues with the same file, and warns when another file is chosen', async () => {
    const { section, user } = await listed()
    const goOn = vi.spyOn(uploads, 'continueWith').mockResolvedValue(false)
    await user.click(within(section).getByRole('button', { name: 'Choose the file: Town hall' }))
    const other = asr('other.asr')
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [other] } })
    await screen.findByText(/That is another file than Town hall/)
    expect(goOn).toHaveBeenCalledExactlyOnceWith(begun, other)
    expect(names()).toEqual([])
  })

  it('finishes a fully received upload without its file', async () => {
    const whole = { ...begun, bytes_arrived: begun.filesize }
    const { section, user } = await listed(whole)
    expect(within(section).queryByRole('button', { name: /Choose the file/ })).toBeNull()
    const finish = vi.spyOn(uploads, 'finishThere').mockResolvedValue({ filename: 'Town hall' } as never)
    await user.click(within(section).getByRole('button', { name: 'Finish: Town hall' }))
    await screen.findByText(/Town hall.* is in your library/)
    expect(finish).toHaveBeenCalledExactlyOnceWith(whole)
  })

  it('abandons an upload only after confirmation', async () => {
    const { section, user } = await listed()
    const giveUp = vi.spyOn(uploads, 'giveUp').mockResolvedValue()
    await user.click(within(section).getByRole('button', { name: 'Give up: Town hall' }))
    const question = await screen.findByRole('alertdialog', { name: 'Give up the upload of Town hall?' })
    expect(giveUp).not.toHaveBeenCalled()
    await user.click(within(question).getByRole('button', { name: 'Give up' }))
    expect(giveUp).toHaveBeenCalledExactlyOnceWith('u9')
  })
})
