import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seconds } from '#shared/units.ts'
import { LocalChannel } from '#test/fakes/upload/LocalChannel.ts'
import { LocalLocks } from '#test/fakes/upload/LocalLocks.ts'
import { type FakeUploadServer, startUploadServer } from '#test/fakes/upload/startUploadServer.ts'
import { createSend } from '#browser/http/send.ts'
import { type MemoryStorage, memoryStorage } from '../storage/memoryStorage.ts'
import type { StartRunner } from './queueRunner.ts'
import { UploadRunner } from './UploadRunner.ts'
import { Uploads } from './Uploads.ts'

const pollOptions = { timeout: seconds(10) }
let server: FakeUploadServer
let memory: MemoryStorage
let tabs: Uploads[]
let channels: LocalChannel[]

beforeEach(async () => {
  server = await startUploadServer()
  memory = memoryStorage()
  tabs = []
  channels = []
  class TabChannel extends LocalChannel {
    constructor(name: string) {
      super(name)
      channels.push(this)
    }
  }
  vi.stubGlobal('BroadcastChannel', TabChannel)
  useLocks(new LocalLocks())
})
afterEach(async () => {
  for (const tab of tabs) tab.stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
  await server[Symbol.asyncDispose]()
})

const useLocks = (locks: LocalLocks | undefined) =>
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })

async function openTab(): Promise<Uploads> {
  const { storage, hash } = memory
  const send = createSend({ base: `${server.origin}/api` })
  const runTranscode = () => ({ result: new Promise<never>(() => {}), cancel: () => {} })
  const options = { send, runTranscode, storage, hash, pause: 5, random: () => 0 }
  const startRunner: StartRunner = async (settings) => new UploadRunner({ ...settings, ...options })
  const tab = new Uploads({ startRunner, timeouts: { call: 300, discovery: 20 }, owner: () => 'anna' })
  tabs.push(tab)
  await tab.start()
  return tab
}

const asr = (name: string) => new File([new Uint8Array(8000).fill(name.charCodeAt(0))], name, { lastModified: 1_700_000_000_000 })
const items = (tab: Uploads) => tab.store.getState().items
const statusesOf = (tab: Uploads) => Object.fromEntries(items(tab).map(({ filename, status }) => [filename, status]))
const idOf = (tab: Uploads, filename: string) => items(tab).find((item) => item.filename === filename)!.id
const puts = () => server.requests.filter((each) => each.startsWith('PUT'))
const sentTitles = () => server.confirmBodies.map((body) => body['filename']).toSorted()

/** Opens a tab that sends `memo`, which the server holds back. */
async function activeTab(): Promise<Uploads> {
  server.obstacle = () => 'hold'
  const tab = await openTab()
  await tab.add([asr('memo.asr')])
  await vi.waitFor(() => expect(puts()).toHaveLength(1), pollOptions)
  return tab
}

/** The active tab stores what is added from now on, but does not respond. */
function delayResponses(): void {
  const { put } = memory.storage.rows
  vi.spyOn(memory.storage.rows, 'put').mockImplementation(async (rows) => {
    await put(rows)
    if (rows.some(({ item }) => item.filename === 'second')) await new Promise(() => {})
  })
}

describe.each(['with Web Locks', 'over plain http, without them'])('two tabs of one account, %s', (kind) => {
  beforeEach(() => void (kind === 'with Web Locks' || useLocks(undefined)))

  it('show one queue and execute all commands in the active tab', async () => {
    const first = await activeTab()
    const second = await openTab()
    await expect.poll(() => statusesOf(second), pollOptions).toEqual({ memo: 'uploading' })
    await first.add([asr('second.asr')])
    await expect.poll(() => statusesOf(second), pollOptions).toEqual({ memo: 'uploading', second: 'pending' })
    second.dispatch({ type: 'pause', id: idOf(first, 'memo') })
    server.obstacle = () => null
    await expect.poll(() => statusesOf(second), pollOptions).toEqual({ memo: 'pending', second: 'completed' })
    expect(puts()).toHaveLength(2)
    const undo = second.remove(idOf(first, 'memo'))
    await expect.poll(() => statusesOf(first), pollOptions).toEqual({ second: 'completed' })
    undo()
    await expect.poll(() => statusesOf(second), pollOptions).toEqual({ memo: 'pending', second: 'completed' })
    expect([first.warnsBeforeLeaving(), second.warnsBeforeLeaving()]).toEqual([true, false])
  })

  it('report a file that one of them has uploaded to both', async () => {
    const [first, second] = [await openTab(), await openTab()]
    const reports: [tab: string, isHere: boolean][] = []
    first.onUploaded((_, isHere) => reports.push(['first', isHere]))
    second.onUploaded((_, isHere) => reports.push(['second', isHere]))
    await second.add([asr('memo.asr')])
    await expect
      .poll(() => reports.toSorted(), pollOptions)
      .toEqual([
        ['first', true],
        ['second', false],
      ])
  })

  it.each(['waiting', 'completed'])('add a file once when the active tab ends before it has responded (%s)', async (state) => {
    const first = await activeTab()
    const second = await openTab()
    delayResponses()
    const addition = second.add([asr('second.asr')])
    await expect.poll(() => statusesOf(second), pollOptions).toEqual({ memo: 'uploading', second: 'pending' })
    if (state === 'completed') {
      for (const [id, { item }] of memory.rows) if (item.filename === 'second') memory.rows.delete(id)
      server.libraryTitles.push('second')
    }
    vi.restoreAllMocks()
    server.obstacle = () => null
    first.stop()
    window.dispatchEvent(new Event('online'))
    await addition
    const titles = state === 'completed' ? ['memo'] : ['memo', 'second']
    await expect
      .poll(() => statusesOf(second), pollOptions)
      .toEqual(Object.fromEntries(titles.map((each) => [each, 'completed'])))
    expect(sentTitles()).toEqual(titles)
  })
})

describe('a tab that takes over', () => {
  it('continues with the file that it gave to the other, when there was no space to store it', async () => {
    memory.freeSpace = 0
    const first = await activeTab()
    const second = await openTab()
    await second.add([asr('second.asr')])
    first.stop()
    server.obstacle = () => null
    await expect.poll(() => statusesOf(second), pollOptions).toEqual({ memo: 'refused', second: 'completed' })
  })

  it('gets the calls of all tabs that the other has not answered', async () => {
    const first = await activeTab()
    const second = await openTab()
    const third = await openTab()
    delayResponses()
    // The row of what is added is stored only in the tab that takes over.
    const addition = third.add([asr('second.asr')])
    await expect.poll(() => statusesOf(second), pollOptions).toEqual({ memo: 'uploading', second: 'pending' })
    vi.restoreAllMocks()
    server.obstacle = () => null
    first.stop()
    await addition
    await expect.poll(() => statusesOf(third), pollOptions).toEqual({ memo: 'completed', second: 'completed' })
    expect(sentTitles()).toEqual(['memo', 'second'])
  })

  it('does so when there is no response, and the suspended one follows it when it wakes up', async () => {
    const first = await activeTab()
    const second = await openTab()
    const [channel] = channels
    channel!.isSuspended = true
    await second.add([asr('second.asr')])
    server.obstacle = () => null
    await expect.poll(() => statusesOf(second), pollOptions).toEqual({ memo: 'completed', second: 'completed' })
    expect(second.warnsBeforeLeaving()).toBe(false)
    channel!.isSuspended = false
    await first.add([asr('third.asr')])
    await expect
      .poll(() => statusesOf(second), pollOptions)
      .toEqual({ memo: 'completed', second: 'completed', third: 'completed' })
    await expect.poll(() => statusesOf(first), pollOptions).toEqual(statusesOf(second))
    expect(sentTitles()).toEqual(['memo', 'second', 'third'])
  })
})
