import { configure, fireEvent, screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { minutes, seconds } from '#kit/units.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { uploadServer, type UploadServer } from '#test/upload/uploadServer.ts'
import { LOCALES } from '#ui/locales.ts'
import { makeSend } from '#ui/send.ts'
import { TranscodeError, type Transcode } from './transcode.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { UploadKeeper } from './UploadKeeper.tsx'
import { Uploads } from './Uploads.ts'

// A crowded machine is slow, not wrong.
configure({ asyncUtilTimeout: seconds(10) })

/** A transcode in the hands of the test: jsdom has neither workers nor decoders; the real one runs in test/e2e. */
class HeldTranscode {
  readonly files: Blob[] = []
  #watch: (done: number, duration: number | null) => void = () => {}
  #end = Promise.withResolvers<{ blob: Blob; duration: number }>()
  readonly start = (file: Blob, watch: (done: number, duration: number | null) => void): Transcode => {
    this.files.push(file)
    this.#watch = watch
    this.#end = Promise.withResolvers()
    return { result: this.#end.promise, cancel: () => this.fail('cancelled') }
  }
  progress(done: number, duration: number): void {
    this.#watch(done, duration)
  }
  finish(duration = seconds(30)): void {
    this.#end.resolve({ blob: new Blob(['small']), duration })
  }
  fail(failure: TranscodeError['failure']): void {
    this.#end.reject(new TranscodeError(failure, failure))
  }
}

let server: UploadServer
let transcode: HeldTranscode
let uploads: Uploads
beforeEach(async () => {
  server = await uploadServer()
  transcode = new HeldTranscode()
  uploads = new Uploads(makeSend({ base: `${server.origin}/api` }), transcode.start)
})
afterEach(() => server[Symbol.asyncDispose]())

const wav = (name: string, size = 1000) =>
  new File([new Uint8Array(size)], name, { type: 'audio/wav', lastModified: 1_763_716_320_000 })
const asr = (name: string, size = 8000) => new File([new Uint8Array(size)], name)

async function opened(over: { locale?: (typeof LOCALES)[number] } = {}) {
  const calls = {
    onClose: vi.fn<() => void>(),
    onOpenFile: vi.fn<(fileId: string) => void>(),
    onTranscribe: vi.fn<(fileId: string) => void>(),
    onUploaded: vi.fn<(file: LibraryFile) => void>(),
  }
  const { onUploaded, ...dialog } = calls
  const view = await renderScreen(
    <>
      <UploadDialog open uploads={uploads} folderId="tag1" {...dialog} />
      <UploadKeeper uploads={uploads} onUploaded={onUploaded} />
    </>,
    over,
  )
  await screen.findByRole('dialog')
  const choose = async (...files: File[]) => {
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
    await vi.waitFor(() =>
      expect(uploads.store.getState().items.length + uploads.store.getState().dropped.length).toBeGreaterThan(0),
    )
  }
  return { ...view, ...calls, choose }
}

const row = async (name: string) => (await screen.findByText(name)).closest('li')!
const button = (name: string) => screen.findByRole('button', { name })

describe('the upload dialog (B§2)', () => {
  it('makes a file small, sends it, and offers to open and to transcribe it', async () => {
    const { choose, onOpenFile, onUploaded, onClose, user } = await opened()
    await choose(wav('Town hall.wav', 60_000_000))
    const line = await row('Town hall.wav')
    await within(line).findByText('Making it small')
    transcode.progress(minutes(4), minutes(61))
    await within(line).findByText('Making it small · 4 min of 1 h 1 min · 57 MB becomes about 21 MB')
    expect(within(line).getByRole('progressbar', { name: 'Making Town hall.wav small' }).getAttribute('aria-valuenow')).toBe('6')
    transcode.finish()
    await within(await row('Town hall')).findByText('In your library')
    expect(server.received[0]!.toString()).toBe('small')
    expect(server.confirmed[0]).toMatchObject({
      filename: 'Town hall',
      file_type: 'MP3',
      filetag_id_list: ['tag1'],
      start_time: 1_763_716_320_000,
    })
    expect(onUploaded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ filename: 'Town hall' }))
    expect(await button('Transcribe: Town hall')).toBeDefined()
    const fileId = uploads.store.getState().items[0]?.fileId
    await user.click(await button('Open: Town hall'))
    expect(onOpenFile).toHaveBeenCalledExactlyOnceWith(fileId)
    expect(onClose).toHaveBeenCalledOnce()
    expect(uploads.store.getState().items).toEqual([])
  })

  it('sends an .asr as it is, with its length', async () => {
    const { choose } = await opened()
    await choose(asr('R0001.asr'))
    await within(await row('R0001')).findByText('In your library')
    expect(transcode.files).toEqual([])
    expect(server.confirmed[0]).toMatchObject({ file_type: 'OPUS', duration: 2000 })
    expect(server.received[0]).toHaveLength(8000)
  })

  it('flags a title the library has, and keeps both when told to (B§5)', async () => {
    server.titles.push('memo 14')
    const { choose, user } = await opened()
    await choose(asr('memo 14.asr'))
    await within(await row('memo 14.asr')).findByText('You already have a file of this name.')
    await user.click(await button('Keep both: memo 14.asr'))
    await screen.findByText('In your library')
    expect(server.confirmed[0]?.['filename']).toMatch(/^memo 14 \d{4}-\d\d-\d\d \d\d-\d\d-\d\d$/)
  })

  it('says what is wrong with a file that is no sound, and takes it out of the list', async () => {
    const { choose, user } = await opened()
    await choose(new File(['x'], 'holiday.heic', { type: 'image/heic' }))
    await within(await row('holiday.heic')).findByText('Not a sound or video file.')
    await user.click(await button('Remove: holiday.heic'))
    expect(screen.queryByText('holiday.heic')).toBeNull()
  })

  it('names what was dropped because the selection would be over the limit (B§5)', async () => {
    server.limit = 10_000
    const { choose, user } = await opened()
    await choose(asr('one.asr', 8000), asr('two.asr', 8000), asr('huge.asr', 16_000))
    const notice = await screen.findByRole('alertdialog', { name: 'Too much at once' })
    expect(within(notice).getByText('two.asr')).toBeDefined()
    await user.click(within(notice).getByRole('button', { name: 'OK' }))
    await within(await row('huge.asr')).findByText(/^Larger than/)
    expect(screen.queryByText('two.asr')).toBeNull()
  })

  it('says that this browser cannot read a format, -6 (B§4)', async () => {
    const { choose } = await opened()
    await choose(wav('old.rm'))
    await screen.findByText('Making it small')
    transcode.fail('cannotRead')
    await within(await row('old.rm')).findByText(/^This browser cannot read that format/)
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
  })

  it('stops what is running, and begins again when told to', async () => {
    const { choose, user } = await opened()
    await choose(wav('talk.wav'))
    await screen.findByText('Making it small')
    await user.click(await button('Cancel: talk.wav'))
    await within(await row('talk.wav')).findByText('Stopped')
    await user.click(await button('Try again: talk.wav'))
    await screen.findByText('Making it small')
    expect(transcode.files).toHaveLength(2)
    transcode.finish()
    await screen.findByText('In your library')
  })

  it('goes on by itself when the network is back (B§4 -8)', async () => {
    server.obstacle = () => 403
    const { choose } = await opened()
    await choose(asr('Lecture 10.asr'))
    await within(await row('Lecture 10.asr')).findByText('Network lost at 0%. It goes on by itself when you are back.')
    server.obstacle = () => null
    fireEvent(window, new Event('online'))
    await screen.findByText('In your library')
    expect(server.asked.filter((each) => each.startsWith('PUT'))).toEqual(['PUT /part/u0/1', 'PUT /part/u0/1'])
  })

  it('warns before the page is left while something is on its way, and only then (B§4)', async () => {
    const leave = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
    const { choose } = await opened()
    expect(leave()).toBe(false)
    await choose(wav('talk.wav'))
    await screen.findByText('Making it small')
    expect(leave()).toBe(true)
    transcode.finish()
    await screen.findByText('In your library')
    expect(leave()).toBe(false)
  })

  it('takes what is dropped on it', async () => {
    await opened()
    const zone = screen.getByText('Drop audio or video here').parentElement!
    fireEvent.dragEnter(zone)
    expect(screen.getByText('Let go to upload')).toBeDefined()
    fireEvent.drop(zone, { dataTransfer: { files: [asr('R0001.asr')] } })
    await screen.findByText('In your library')
    expect(server.received).toHaveLength(1)
  })

  it('has nothing that axe would object to, in any state', async () => {
    server.titles.push('memo')
    const { choose } = await opened()
    await choose(asr('memo.asr'), new File(['x'], 'a.heic', { type: 'image/heic' }), asr('done.asr'), wav('talk.wav'))
    await screen.findByText('In your library')
    await screen.findByText('Making it small')
    transcode.progress(seconds(10), seconds(60))
    await vi.waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('16'))
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(violations.map((each) => `${each.id}: ${each.nodes[0]?.html}`)).toEqual([])
  })

  it.each(LOCALES)('speaks %s', async (locale) => {
    const { choose } = await opened({ locale })
    const { default: words } = (await import(`../messages/${locale}.json`)) as { default: Record<string, string> }
    await choose(asr('R0001.asr'))
    await screen.findByText(words['status_completed']!)
    expect(screen.getByRole('dialog', { name: words['title']! })).toBeDefined()
  })
})
