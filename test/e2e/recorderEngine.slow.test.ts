import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { type RecorderHarness, compareToSpoken, startRecorderHarness } from './harness/recorderHarness.ts'

let harness: RecorderHarness
let server: TestServer

beforeAll(async () => {
  harness = await startRecorderHarness()
  server = await testServer()
  harness.setServer(server.url)
}, 90_000)
afterAll(async () => {
  await harness?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const RAW_AUDIO = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }

const startRecording = async (page: Page, filename: string) => {
  await page.evaluate((settings) => window.engine.recorder.open(settings), RAW_AUDIO)
  await page.evaluate((name) => window.engine.recorder.start({ filename: name }), filename)
  const { phase, failure } = await page.evaluate(() => window.engine.recorder.store.getState())
  expect({ phase, failure }).toEqual({ phase: 'recording', failure: null })
}

const waitForPosition = (page: Page, ms: number) =>
  page.waitForFunction((target) => window.engine.recorder.position() >= target, ms, { timeout: 30_000, polling: 50 })

async function downloadSound(user: Awaited<ReturnType<TestServer['user']>>, id: string): Promise<Uint8Array> {
  const { temp_url } = await user.files.tempUrl({ params: { id }, query: {} })
  return new Uint8Array(await (await fetch(temp_url)).arrayBuffer())
}

describe('recording in the browser', () => {
  it('is on the server within seconds and becomes a file when it is stopped', async () => {
    const user = await server.user('anna')
    const context = await harness.launch('anna')
    const page = await harness.open(context, user.token)
    await startRecording(page, 'Standup')
    expect(await page.evaluate(() => window.engine.recorder.store.getState().keptIn)).toBe('disk')
    await page.evaluate(() => {
      Object.assign(window, { longTasks: [] })
      new PerformanceObserver((list) => {
        const { longTasks } = window as unknown as { longTasks: number[] }
        longTasks.push(...list.getEntries().map(({ duration }) => duration))
      }).observe({ entryTypes: ['longtask'] })
    })
    const serverDelays: number[] = []
    const diskDelays: number[] = []
    while ((await page.evaluate(() => window.engine.recorder.position())) < 12_500) {
      const now = await page.evaluate(() => {
        const { uploadedUpTo, storedUpTo } = window.engine.recorder.store.getState()
        return { position: window.engine.recorder.position(), uploadedUpTo, storedUpTo }
      })
      serverDelays.push(now.position - now.uploadedUpTo)
      diskDelays.push(now.position - now.storedUpTo)
      await systemClock.wait(100)
    }
    console.log(
      `the server is behind what is spoken by ${Math.round(average(serverDelays))} ms on average, ${Math.round(Math.max(...serverDelays))} ms at most; ` +
        `the disk by ${Math.round(average(diskDelays))} ms on average, ${Math.round(Math.max(...diskDelays))} ms at most`,
    )
    const longTasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
    console.log(`${longTasks.length} long tasks in the page in 12 s of recording`)
    expect(Math.max(0, ...longTasks)).toBeLessThan(200)
    expect(Math.max(...serverDelays)).toBeLessThan(8000)
    expect(Math.max(...diskDelays)).toBeLessThan(4000)
    expect(await page.evaluate(() => window.engine.recorder.peak())).toBeGreaterThan(0.01)
    await page.evaluate(() => window.engine.recorder.mark('Decision'))
    await page.evaluate(() => window.engine.recorder.stop())
    const { phase, file } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(phase).toBe('ended')
    expect(file).toMatchObject({ filename: 'Standup', scene: 103, extra_data: { markers: [{ text: 'Decision' }] } })
    const { similarity, seconds } = await compareToSpoken(await downloadSound(user, file!.id))
    expect(similarity).toBeGreaterThan(0.9)
    expect(Math.abs(seconds - file!.duration / 1000)).toBeLessThan(0.2)
    expect(seconds).toBeGreaterThan(12)
    expect(await page.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    expect(await page.evaluate(() => window.engine.mayHaveRecoverable())).toBe(false)
    await context.close()
  })
})

describe('an interrupted recording', () => {
  it('continues without a network and catches up by itself', async () => {
    const user = await server.user('offline')
    const context = await harness.launch('offline')
    const page = await harness.open(context, user.token)
    await startRecording(page, 'In the train')
    await waitForPosition(page, 5000)
    harness.setServer(null)
    await waitForPosition(page, 10_000)
    const offlineState = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(offlineState).toMatchObject({ phase: 'recording', network: 'retrying' })
    expect(offlineState.uploadedUpTo).toBeLessThan(8000)
    const stopping = page.evaluate(() => window.engine.recorder.stop())
    await page.waitForFunction(() => window.engine.recorder.store.getState().phase === 'finishing')
    await systemClock.wait(500)
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(0)
    harness.setServer(server.url)
    await page.evaluate(() => window.engine.recorder.retryFinish())
    await stopping
    const { file, network } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(network).toBe('online')
    const { similarity, seconds } = await compareToSpoken(await downloadSound(user, file!.id))
    expect(similarity).toBeGreaterThan(0.9)
    expect(seconds).toBeGreaterThan(10)
    await context.close()
  })

  it('can start without a network', async () => {
    const user = await server.user('train')
    const context = await harness.launch('train')
    const page = await harness.open(context, user.token)
    harness.setServer(null)
    await startRecording(page, 'No network at all')
    await waitForPosition(page, 5000)
    harness.setServer(server.url)
    await page.evaluate(() => window.engine.recorder.stop())
    const { file } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(file).toMatchObject({ filename: 'No network at all' })
    expect(file!.duration).toBeGreaterThan(5000)
    await context.close()
  })

  it('is recovered up to the last seconds after its page crashed', async () => {
    const user = await server.user('killed')
    const context = await harness.launch('killed')
    const page = await harness.open(context, user.token)
    await startRecording(page, 'Page killed')
    await page.evaluate(() => window.engine.recorder.mark('Before'))
    await waitForPosition(page, 6500)
    const spokenDuration = await page.evaluate(() => window.engine.recorder.position())
    const crashed = page.waitForEvent('crash')
    const cdpSession = await context.newCDPSession(page)
    void cdpSession.send('Page.crash').catch(() => undefined)
    await crashed

    const next = await harness.open(context, user.token)
    expect(await next.evaluate(() => window.engine.mayHaveRecoverable())).toBe(true)
    const [diskDelays, ...otherRecordings] = await next.evaluate(() => window.engine.unfinishedHere())
    expect(otherRecordings).toEqual([])
    expect(diskDelays).toMatchObject({ filename: 'Page killed', where: 'both', markers: [{ text: 'Before' }] })
    const file = await next.evaluate((id) => window.engine.finishKept(id), diskDelays!.recordingId)
    expect(file!.extra_data).toMatchObject({ markers: [{ text: 'Before' }] })
    expect(await next.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    console.log(`lost with the page: ${Math.round(spokenDuration - file!.duration)} ms of what was spoken`)
    expect(spokenDuration - file!.duration).toBeLessThan(5000)
    await context.close()
  })

  it('is recovered up to the last seconds after the whole browser was killed offline', async () => {
    const user = await server.user('dead')
    const context = await harness.launch('dead')
    const page = await harness.open(context, user.token)
    await startRecording(page, 'Browser killed')
    await page.waitForFunction(() => window.engine.recorder.store.getState().uploadedUpTo > 0)
    harness.setServer(null)
    await waitForPosition(page, 8500)
    const spokenDuration = await page.evaluate(() => window.engine.recorder.position())
    await harness.killBrowser('dead')
    harness.setServer(server.url)
    const newContext = await harness.launch('dead')
    const newPage = await harness.open(newContext, user.token)
    const [unfinishedRecording] = await newPage.evaluate(() => window.engine.unfinishedHere())
    expect(unfinishedRecording).toMatchObject({ filename: 'Browser killed', where: 'both' })
    const file = await newPage.evaluate((id) => window.engine.finishKept(id), unfinishedRecording!.recordingId)
    console.log(`lost with the browser: ${Math.round(spokenDuration - file!.duration)} ms of what was spoken`)
    expect(spokenDuration - file!.duration).toBeLessThan(5000)
    expect((await compareToSpoken(await downloadSound(user, file!.id))).similarity).toBeGreaterThan(0.9)
    expect(await newPage.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(1)
    await newContext.close()
  })

  it('can be played and discarded by its owner, and is hidden from other accounts', async () => {
    const [owner, otherUser] = [await server.user('owner'), await server.user('other')]
    const context = await harness.launch('shared')
    const page = await harness.open(context, owner.token)
    await startRecording(page, 'Mine')
    await waitForPosition(page, 3000)
    await page.close()
    const otherPage = await harness.open(context, otherUser.token)
    expect(await otherPage.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    const ownerPage = await harness.open(context, owner.token)
    const [diskDelays] = await ownerPage.evaluate(() => window.engine.unfinishedHere())
    const bytes = await ownerPage.evaluate(
      async (id) => (await window.engine.readRecoverableAudio(id))?.size,
      diskDelays!.recordingId,
    )
    expect(bytes).toBe(diskDelays!.bytes)
    expect(bytes).toBeGreaterThan(6000)
    await ownerPage.evaluate((id) => window.engine.discardKept(id), diskDelays!.recordingId)
    expect(await ownerPage.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    expect((await owner.recorder.unfinished({})).data.list).toEqual([])
    await context.close()
  })
})

describe('a recording while another account signs in in the same browser', () => {
  it('waits for its owner and sends nothing to the other account', async () => {
    const [owner, otherUser] = [await server.user('speaker'), await server.user('stranger')]
    const context = await harness.launch('swap')
    const page = await harness.open(context, owner.token)
    const storeToken = (token: string) =>
      page.evaluate((value) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value, expires: null })), token)
    await startRecording(page, 'Owned')
    await storeToken(otherUser.token)
    await page.waitForFunction(() => window.engine.recorder.store.getState().network === 'signedOut', undefined, {
      timeout: 20_000,
    })
    expect((await otherUser.recorder.unfinished({})).data.list).toEqual([])
    await storeToken(owner.token)
    await page.evaluate(() => window.engine.recorder.stop())
    const { file } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(file).toMatchObject({ filename: 'Owned' })
    expect((await owner.files.simple({ query: {} })).data_file_total).toBe(1)
    expect((await otherUser.files.simple({ query: {} })).data_file_total).toBe(0)
    await context.close()
  })
})

describe('recording limits and errors', () => {
  it('pauses, switches devices, allows one tab at a time and stops at the maximum length', async () => {
    const user = await server.user('limits')
    const context = await harness.launch('limits')
    const page = await harness.open(context, user.token)
    await startRecording(page, 'First')
    const secondPage = await harness.open(context, user.token)
    await secondPage.evaluate(() => window.engine.recorder.start({ filename: 'Second' }))
    expect(await secondPage.evaluate(() => window.engine.recorder.store.getState())).toMatchObject({
      phase: 'failed',
      failure: { kind: 'busyElsewhere' },
    })
    expect(await secondPage.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    await waitForPosition(page, 1500)
    await page.evaluate(() => window.engine.recorder.pause())
    await systemClock.wait(300)
    const paused = await page.evaluate(() => window.engine.recorder.position())
    await systemClock.wait(1000)
    expect(await page.evaluate(() => window.engine.recorder.position())).toBe(paused)
    await page.evaluate(() => window.engine.recorder.resume())
    const devices = await page.evaluate(() => window.engine.recorder.store.getState().devices)
    await page.evaluate((id) => window.engine.recorder.switchDevice(id), devices.at(-1)!.id)
    await waitForPosition(page, paused + 1000)
    expect(await page.evaluate(() => window.engine.recorder.store.getState().gaps)).toEqual([])
    await page.evaluate(() => window.engine.recorder.discard())
    expect((await user.recorder.unfinished({})).data.list).toEqual([])

    const file = await page.evaluate(async (settings) => {
      const short = window.engine.recorderFor(4000)
      await short.open(settings)
      await short.start({ filename: 'By itself' })
      return new Promise((resolve) => short.onFile(resolve))
    }, RAW_AUDIO)
    expect(file).toMatchObject({ filename: 'By itself' })
    const { duration } = file as { duration: number }
    expect(duration).toBeGreaterThan(2900)
    expect(duration).toBeLessThan(4000)
    await context.close()
  })

  it('reports when a microphone was unplugged and continues with another one', async () => {
    const user = await server.user('plug')
    const context = await harness.launch('plug')
    const page = await harness.open(context, user.token)
    await page.evaluate(() => {
      const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await getUserMedia(constraints)
        Object.assign(window, { lastStream: stream })
        return stream
      }
    })
    await startRecording(page, 'Unplugged')
    await waitForPosition(page, 2000)
    await page.evaluate(() => {
      const [track] = (window as unknown as { lastStream: MediaStream }).lastStream.getAudioTracks()
      track!.stop()
      track!.dispatchEvent(new Event('ended'))
    })
    const { stopped } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(stopped).toMatchObject({ why: 'unplugged', ended: true })
    expect(stopped!.at).toBeGreaterThan(1500)
    await systemClock.wait(1500)
    expect(await page.evaluate(() => window.engine.recorder.position())).toBeLessThan(stopped!.at + 500)
    await page.evaluate(() => window.engine.recorder.resume())
    expect(await page.evaluate(() => window.engine.recorder.store.getState().stopped)).toBeNull()
    await waitForPosition(page, stopped!.at + 3500)
    await page.evaluate(() => window.engine.recorder.stop())
    const { file, wakeLock, gaps } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(file!.duration).toBeGreaterThan(5000)
    expect(gaps).toMatchObject([{ why: 'unplugged', at: stopped!.at }])
    expect(gaps[0]!.lost).toBeGreaterThan(1400)
    expect(wakeLock).toBe('none')
    await context.close()
  })

  it('reports by name: no permission, no microphone, microphone in use, no https', async () => {
    const user = await server.user('failures')
    const context = await harness.launch('failures')
    const page = await harness.open(context, user.token)
    const kinds: unknown[] = []
    for (const name of ['NotAllowedError', 'NotFoundError', 'NotReadableError']) {
      await page.evaluate((errorName) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', errorName))
      }, name)
      await page.evaluate(() => window.engine.recorder.open())
      kinds.push(await page.evaluate(() => window.engine.recorder.store.getState().failure?.kind))
    }
    expect(kinds).toEqual(['notAllowed', 'noMicrophone', 'inUse'])
    const insecurePage = await harness.open(context, user.token, 'http://earshot.test')
    await insecurePage.evaluate(() => window.engine.recorder.open())
    expect(await insecurePage.evaluate(() => window.engine.recorder.canRecord())).toBe('insecure')
    expect(await insecurePage.evaluate(() => window.engine.recorder.store.getState().failure?.kind)).toBe('insecure')
    await context.close()
  })
})

const average = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0) / all.length
