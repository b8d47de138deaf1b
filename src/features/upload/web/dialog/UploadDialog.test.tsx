import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { File as LibraryFile } from '#features/files/contract.ts'
import type { ChannelSpans } from '#shared/audio/channelSpans.ts'
import { minutes, seconds } from '#shared/units.ts'
import { createUploadItem } from '#test/fakes/upload/createUploadItem.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { startUploadServer, type FakeUploadServer } from '#test/fakes/upload/startUploadServer.ts'
import { LOCALES } from '#shared/locales.ts'
import { createSend } from '#browser/http/send.ts'
import { TranscodeError, type RunningTranscode } from '../transcoding/transcode.ts'
import type { TranscodedAudio } from '../transcoding/worker/transcodeProtocol.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { UploadLifecycle, useMembershipRefusal } from '../UploadBackground.tsx'
import { UploadRunner } from '../queue/UploadRunner.ts'
import { Uploads } from '../queue/Uploads.ts'

// A busy machine needs more time.
configure({ asyncUtilTimeout: seconds(10) })

function MembershipProbe({ onRefused }: { onRefused: () => void }) {
  useMembershipRefusal(onRefused, uploads)
  return null
}

/** A transcode controlled by the test. jsdom has neither workers nor decoders; test/e2e runs the real one. */
class FakeTranscode {
  readonly files: Blob[] = []
  #onProgress: (done: number, duration: number | null) => void = () => {}
  #result = Promise.withResolvers<TranscodedAudio>()
  readonly start = (file: Blob, onProgress: (done: number, duration: number | null) => void): RunningTranscode => {
    this.files.push(file)
    this.#onProgress = onProgress
    this.#result = Promise.withResolvers()
    return { result: this.#result.promise, cancel: () => this.fail('cancelled') }
  }
  progress(done: number, duration: number): void {
    this.#onProgress(done, duration)
  }
  finish(duration = seconds(30), tracks = { mixed: 1, leftOut: 0 }, channelSpans: ChannelSpans | null = null): void {
    this.#result.resolve({ blob: new Blob(['small']), duration, tracks, channelSpans })
  }
  fail(failure: TranscodeError['failure']): void {
    this.#result.reject(new TranscodeError(failure, failure))
  }
}

let server: FakeUploadServer
let transcode: FakeTranscode
let uploads: Uploads
beforeEach(async () => {
  server = await startUploadServer()
  transcode = new FakeTranscode()
  const send = createSend({ base: `${server.origin}/api` })
  uploads = new Uploads({
    startRunner: async (settings) => new UploadRunner({ ...settings, send, runTranscode: transcode.start, pause: 5 }),
  })
})
afterEach(() => server[Symbol.asyncDispose]())

const wav = (name: string, size = 1000) =>
  new File([new Uint8Array(size)], name, { type: 'audio/wav', lastModified: 1_763_716_320_000 })
/** The content depends on the name, because the same audio is not uploaded twice. */
const asr = (name: string, size = 8000) => new File([new Uint8Array(size).fill(name.charCodeAt(0) + name.length)], name)
const items = () => uploads.store.getState().items

async function openDialog(options: { locale?: (typeof LOCALES)[number] } = {}) {
  const calls = {
    onClose: vi.fn<() => void>(),
    onOpenFile: vi.fn<(fileId: string) => void>(),
    onUploaded: vi.fn<(file: LibraryFile) => void>(),
  }
  const { onUploaded, ...dialog } = calls
  const screenView = await renderWithProviders(
    <>
      <UploadDialog open uploads={uploads} folderId="tag1" {...dialog} />
      <UploadLifecycle uploads={uploads} onUploaded={onUploaded} />
    </>,
    options,
  )
  await screen.findByRole('dialog')
  const choose = async (...files: File[]) => {
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
    await waitFor(() =>
      expect(uploads.store.getState().items.length + uploads.store.getState().leftOut.length).toBeGreaterThan(0),
    )
  }
  return { ...screenView, ...calls, choose }
}

const rowOf = async (name: string) => (await within(await screen.findByRole('dialog')).findByText(name)).closest('li')!
const rowsShown = () => [...document.querySelectorAll('[data-upload] p:first-child')].map((name) => name.textContent)
const button = (name: string) => screen.findByRole('button', { name })

describe('upload dialog (B§2)', () => {
  it('transcodes and uploads a file, and offers to open it', async () => {
    const { choose, onOpenFile, onUploaded, onClose, user } = await openDialog()
    await choose(wav('Town hall.wav', 60_000_000))
    const rowElement = await rowOf('Town hall.wav')
    await within(rowElement).findByText('Compressing')
    transcode.progress(minutes(4), minutes(61))
    await within(rowElement).findByText('Compressing · 4 min of 1 h 1 min · 57 MB to about 21 MB')
    // Compression is the first half of the work.
    expect(within(rowElement).getByRole('progressbar', { name: 'Compressing Town hall.wav' }).getAttribute('aria-valuenow')).toBe(
      '3',
    )
    transcode.finish()
    await within(await rowOf('Town hall')).findByText('In your library')
    expect(server.mergedUploads[0]!.toString()).toBe('small')
    expect(server.confirmBodies[0]).toMatchObject({
      filename: 'Town hall',
      file_type: 'MP3',
      filetag_id_list: ['tag1'],
      start_time: 1_763_716_320_000,
    })
    expect(onUploaded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ filename: 'Town hall' }))
    const fileId = uploads.store.getState().items[0]?.fileId
    await user.click(await button('Open: Town hall'))
    expect(onOpenFile).toHaveBeenCalledExactlyOnceWith(fileId)
    expect(onClose).toHaveBeenCalledOnce()
    expect(uploads.store.getState().items).toEqual([])
  })

  it('uploads an .asr file unchanged, with its duration', async () => {
    const { choose } = await openDialog()
    await choose(asr('R0001.asr'))
    await within(await rowOf('R0001')).findByText('In your library')
    expect(transcode.files).toEqual([])
    expect(server.confirmBodies[0]).toMatchObject({ file_type: 'OPUS', duration: 2000 })
    expect(server.mergedUploads[0]).toHaveLength(8000)
  })

  it('flags a title that exists in the library, and keeps both on request (B§5)', async () => {
    server.libraryTitles.push('memo 14')
    const { choose, user } = await openDialog()
    await choose(asr('memo 14.asr'))
    await within(await rowOf('memo 14.asr')).findByText('You already have a file with this name.')
    await user.click(await button('Keep both: memo 14.asr'))
    await screen.findByText('In your library')
    expect(server.confirmBodies[0]?.['filename']).toMatch(/^memo 14 \d{4}-\d\d-\d\d \d\d-\d\d-\d\d$/)
  })

  it('shows why a file without audio is refused (B§8), and removes it from the list', async () => {
    const { choose, user } = await openDialog()
    await choose(new File(['x'], 'holiday.heic', { type: 'image/heic' }))
    await within(await rowOf('holiday.heic')).findByText('Not an audio or video file.')
    await user.click(await button('Remove: holiday.heic'))
    expect(screen.queryByText('holiday.heic')).toBeNull()
  })

  it('lists the files left out because the selection exceeds the limit (B§5)', async () => {
    server.limit = 10_000
    const { choose, user } = await openDialog()
    await choose(asr('one.asr', 8000), asr('two.asr', 8000), asr('huge.asr', 16_000))
    const notice = await screen.findByRole('alertdialog', { name: 'Selection too large' })
    expect(within(notice).getByText('two.asr')).toBeDefined()
    await user.click(within(notice).getByRole('button', { name: 'OK' }))
    await within(await rowOf('huge.asr')).findByText(/^Larger than/)
    expect(screen.queryByText('two.asr')).toBeNull()
  })

  it('shows that the browser cannot read a format, -6 (B§4)', async () => {
    const { choose } = await openDialog()
    await choose(wav('old.rm'))
    await screen.findByText('Compressing')
    transcode.fail('cannotRead')
    await within(await rowOf('old.rm')).findByText(/^This browser cannot read this format/)
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
  })

  it('does not advise to save an MP3 that is too large as MP3', async () => {
    server.limit = 10_000
    const { choose } = await openDialog()
    await choose(new File(['x'.repeat(10_001)], 'talk.mp3'), new File(['x'.repeat(10_001)], 'talk.wav'))
    expect(await within(await rowOf('talk.mp3')).findByText(/^Larger than .*Split it and upload the parts\.$/)).toBeDefined()
    expect(await within(await rowOf('talk.wav')).findByText(/save it as MP3 first\.$/)).toBeDefined()
  })

  it('says that an MP3 that cannot be read is damaged, and does not advise to convert it to MP3', async () => {
    const { choose } = await openDialog()
    await choose(new File(['not audio'], 'talk.mp3'))
    await screen.findByText('Compressing')
    transcode.fail('cannotRead')
    const advice = /^The file is damaged or cannot be read.* copy it again from its source/
    expect(await within(await rowOf('talk.mp3')).findByText(advice)).toBeDefined()
  })

  it('pauses an upload and continues it on request', async () => {
    const { choose, user } = await openDialog()
    await choose(wav('talk.wav'))
    await screen.findByText('Compressing')
    await user.click(await button('Pause: talk.wav'))
    await within(await rowOf('talk.wav')).findByText('Paused')
    await user.click(await button('Resume: talk.wav'))
    await screen.findByText('Compressing')
    expect(transcode.files).toHaveLength(2)
    transcode.finish()
    await screen.findByText('In your library')
  })

  it('removes a cancelled file and restores it on undo', async () => {
    const { choose, user } = await openDialog()
    await choose(wav('talk.wav'))
    await screen.findByText('Compressing')
    await user.click(await button('Cancel: talk.wav'))
    await waitFor(() => expect(rowsShown()).toEqual([]))
    await user.click(await button('Undo'))
    await screen.findByText('Compressing')
    transcode.finish()
    await screen.findByText('In your library')
    expect(server.confirmBodies).toHaveLength(1)
  })

  it('continues automatically when the network is back (B§4 -8)', async () => {
    server.obstacle = () => 403
    const { choose } = await openDialog()
    await choose(asr('Lecture 10.asr'))
    await within(await rowOf('Lecture 10.asr')).findByText(
      'Connection lost at 0%. Resumes automatically when you are back online.',
    )
    server.obstacle = () => null
    fireEvent(window, new Event('online'))
    await screen.findByText('In your library')
    expect(server.confirmBodies).toHaveLength(1)
  })

  it('warns before leaving the page only while an upload is in progress (B§4)', async () => {
    const leavePage = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
    const { choose } = await openDialog()
    expect(leavePage()).toBe(false)
    await choose(wav('talk.wav'))
    await screen.findByText('Compressing')
    expect(leavePage()).toBe(true)
    transcode.finish()
    await screen.findByText('In your library')
    expect(leavePage()).toBe(false)
  })

  it('accepts dropped files', async () => {
    await openDialog()
    const zone = screen.getByText('Drop audio or video here').parentElement!
    fireEvent.dragEnter(zone)
    expect(screen.getByText('Drop to upload')).toBeDefined()
    fireEvent.drop(zone, { dataTransfer: { files: [asr('R0001.asr')] } })
    await screen.findByText('In your library')
    expect(server.mergedUploads).toHaveLength(1)
  })

  it('has no axe violations in any state', async () => {
    server.libraryTitles.push('memo')
    const { choose } = await openDialog()
    await choose(asr('memo.asr'), new File(['x'], 'a.heic', { type: 'image/heic' }), asr('finished.asr'), wav('talk.wav'))
    await screen.findByText('In your library')
    await screen.findByText('Compressing')
    transcode.progress(seconds(10), seconds(60))
    await vi.waitFor(() =>
      expect(screen.getByRole('progressbar', { name: /^Compressing/ }).getAttribute('aria-valuenow')).toBe('8'),
    )
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(violations.map((each) => `${each.id}: ${each.nodes[0]?.html}`)).toEqual([])
  })

  it('shows that a file is empty and does not upload it', async () => {
    const { choose } = await openDialog()
    await choose(new File([], 'nothing.mp3', { type: 'audio/mpeg' }))
    await within(await rowOf('nothing.mp3')).findByText(/^The file is empty/)
    expect(server.requests.filter((each) => each.includes('presigned'))).toEqual([])
  })

  it('keeps both for all duplicates at once', async () => {
    server.libraryTitles.push('memo 1', 'memo 2')
    const { choose, user } = await openDialog()
    await choose(asr('memo 1.asr', 8000), asr('memo 2.asr', 8080))
    await user.click(await button('Keep both for all (2)'))
    await waitFor(() => expect(server.confirmBodies).toHaveLength(2))
    expect(server.confirmBodies.map((each) => String(each['filename']).slice(0, 10))).toEqual(['memo 1 202', 'memo 2 202'])
  })

  it('does not upload the same audio twice without confirmation', async () => {
    const { choose, user } = await openDialog()
    const firstFile = asr('one.asr')
    await choose(firstFile, new File([firstFile], 'other name.asr'))
    await within(await rowOf('other name.asr')).findByText(/The same audio is already in this list: “one/)
    await user.click(await button('Upload anyway: other name.asr'))
    await waitFor(() => expect(server.confirmBodies).toHaveLength(2))
  })

  it('shows the progress of all files and offers actions for several files at once', async () => {
    const { choose, user } = await openDialog()
    await choose(wav('one.wav', 900), wav('two.wav', 901), new File(['x'], 'a.heic', { type: 'image/heic' }))
    const summary = await screen.findByRole('region', { name: 'Overall progress' })
    await within(summary).findByText('0 of 2 files uploaded')
    await user.click(within(summary).getByRole('button', { name: 'Pause all' }))
    await user.click(await button('Resume all (2)'))
    await screen.findByText('Compressing')
    await user.click(within(summary).getByRole('button', { name: 'Cancel all' }))
    await waitFor(() => expect(rowsShown()).toEqual(['a.heic']))
    await user.click(await button('Undo'))
    await waitFor(() => expect(rowsShown()).toEqual(['one.wav', 'two.wav', 'a.heic']))
  })

  it('keeps the focus in the list when a row is removed', async () => {
    const { choose, user } = await openDialog()
    await choose(...['a', 'b', 'c'].map((name) => new File(['x'], `${name}.heic`, { type: 'image/heic' })))
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    act(() => screen.getByRole('button', { name: 'Remove: b.heic' }).focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toBe('Remove: c.heic'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toBe('Remove: a.heic'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toMatch(/^Done/))
  })

  it('announces an uploaded file, but no percentages', async () => {
    const { choose } = await openDialog()
    const announced = () => [...document.querySelectorAll('[role=dialog] [role=status]')].map((each) => each.textContent).join('')
    await choose(wav('talk.wav'))
    await screen.findByText('Compressing')
    transcode.progress(seconds(10), seconds(60))
    // Compression is the first half of the work.
    await screen.findByText(/^8%/)
    expect(announced()).toBe('')
    transcode.finish()
    await screen.findByText('In your library')
    expect(announced()).toBe('1 of 1 files uploaded')
  })

  it('reports a missing membership once (B§6 -13)', async () => {
    server.refuse.presign = { status: -13, msg: 'no' }
    const onRefused = vi.fn<() => void>()
    const { choose, rerender } = await openDialog()
    rerender(
      <>
        <MembershipProbe onRefused={onRefused} />
        <UploadDialog open uploads={uploads} onClose={() => {}} onOpenFile={() => {}} />
      </>,
    )
    await choose(asr('one.asr'), asr('second.asr'))
    await within(await rowOf('one.asr')).findByText(/^Uploading needs a membership/)
    await within(await rowOf('second.asr')).findByText(/^Uploading needs a membership/)
    expect(onRefused).toHaveBeenCalledOnce()
  })

  it('does not report it again when the next page loads the stored uploads', async () => {
    const onRefused = vi.fn<() => void>()
    await renderWithProviders(<MembershipProbe onRefused={onRefused} />)
    act(() => uploads.store.setState({ items: [createUploadItem({ status: 'refused', reason: 'noMember' })] }))
    expect(onRefused).not.toHaveBeenCalled()
  })

  it('renders only the visible rows of hundreds of files', async () => {
    const { choose } = await openDialog()
    await choose(...Array.from({ length: 400 }, (_, n) => new File(['x'], `${n}.heic`, { type: 'image/heic' })))
    await waitFor(() => expect(items()).toHaveLength(400))
    expect(document.querySelectorAll('[data-upload]').length).toBeLessThan(60)
  })

  it('shows the content passed as below', async () => {
    await renderWithProviders(
      <UploadDialog open uploads={uploads} onClose={() => {}} onOpenFile={() => {}} below={<p>unfinished recordings</p>} />,
    )
    expect(await screen.findByText('unfinished recordings')).toBeDefined()
  })

  it.each([
    [{ mixed: 1, leftOut: 0 }, null, null],
    [{ mixed: 2, leftOut: 0 }, null, '2 audio tracks, mixed'],
    [{ mixed: 1, leftOut: 2 }, null, '1 of 3 audio tracks'],
    [{ mixed: 1, leftOut: 0 }, [[[0, 9000]], [[8000, 30_000]]] as const, 'Speakers told apart by channel'],
  ])('says which audio tracks and channels of a file are used: %j %j', async (tracks, channelSpans, expected) => {
    const { choose } = await openDialog()
    await choose(wav('Call.mkv'))
    await waitFor(() => expect(transcode.files).toHaveLength(1))
    transcode.finish(seconds(30), tracks, channelSpans)
    await screen.findByText(/In your library/)
    const row = document.querySelector('[data-upload]')!
    expect(/[^·]*(audio tracks|by channel)[^·]*/.exec(row.textContent)?.[0].trim() ?? null).toBe(expected)
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    const { choose } = await openDialog({ locale })
    const { default: messages } = (await import(`../../messages/${locale}.json`)) as { default: Record<string, string> }
    await choose(asr('R0001.asr'))
    await screen.findByText(messages['status_completed']!)
    expect(screen.getByRole('dialog', { name: messages['title']! })).toBeDefined()
  })
})
