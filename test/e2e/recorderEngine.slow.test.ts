import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { type World, world } from '#test/world/world.ts'
import { type RecorderStage, likeSpoken, recorderStage } from './recorderStage.ts'

let stage: RecorderStage
let w: World

beforeAll(async () => {
  stage = await recorderStage()
  w = await world()
  stage.reach(w.url)
}, 90_000)
afterAll(async () => {
  await stage?.[Symbol.asyncDispose]()
  await w?.[Symbol.asyncDispose]()
})

const AS_IT_IS = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }

const startIn = async (page: Page, filename: string) => {
  await page.evaluate((choices) => window.engine.recorder.open(choices), AS_IT_IS)
  await page.evaluate((name) => window.engine.recorder.start({ filename: name }), filename)
  const { phase, trouble } = await page.evaluate(() => window.engine.recorder.store.getState())
  expect({ phase, trouble }).toEqual({ phase: 'recording', trouble: null })
}

const reaches = (page: Page, ms: number) =>
  page.waitForFunction((at) => window.engine.recorder.position() >= at, ms, { timeout: 30_000, polling: 50 })

async function soundOf(user: Awaited<ReturnType<World['as']>>, id: string): Promise<Uint8Array> {
  const { temp_url } = await user.files.tempUrl({ params: { id }, query: {} })
  return new Uint8Array(await (await fetch(temp_url)).arrayBuffer())
}

describe('recording in the browser', () => {
  it('is on the server within seconds and becomes a file when it is stopped', async () => {
    const anna = await w.as('anna')
    const context = await stage.launch('anna')
    const page = await stage.open(context, anna.token)
    await startIn(page, 'Standup')
    expect(await page.evaluate(() => window.engine.recorder.store.getState().keptIn)).toBe('disk')
    await page.evaluate(() => {
      Object.assign(window, { longTasks: [] })
      new PerformanceObserver((list) => {
        const { longTasks } = window as unknown as { longTasks: number[] }
        longTasks.push(...list.getEntries().map(({ duration }) => duration))
      }).observe({ entryTypes: ['longtask'] })
    })
    const behind: number[] = []
    const kept: number[] = []
    while ((await page.evaluate(() => window.engine.recorder.position())) < 12_500) {
      const now = await page.evaluate(() => {
        const { safeUpTo, keptUpTo } = window.engine.recorder.store.getState()
        return { position: window.engine.recorder.position(), safeUpTo, keptUpTo }
      })
      behind.push(now.position - now.safeUpTo)
      kept.push(now.position - now.keptUpTo)
      await systemClock.wait(100)
    }
    console.log(
      `the server is behind what is spoken by ${Math.round(mean(behind))} ms on average, ${Math.round(Math.max(...behind))} ms at most; ` +
        `the disk by ${Math.round(mean(kept))} ms on average, ${Math.round(Math.max(...kept))} ms at most`,
    )
    const longTasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
    console.log(`${longTasks.length} long tasks in the page in 12 s of recording`)
    expect(Math.max(0, ...longTasks)).toBeLessThan(200)
    expect(Math.max(...behind)).toBeLessThan(8000)
    expect(Math.max(...kept)).toBeLessThan(4000)
    expect(await page.evaluate(() => window.engine.recorder.peak())).toBeGreaterThan(0.01)
    await page.evaluate(() => window.engine.recorder.mark('Decision'))
    await page.evaluate(() => window.engine.recorder.stop())
    const { phase, file } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(phase).toBe('ended')
    expect(file).toMatchObject({ filename: 'Standup', scene: 101, extra_data: { markers: [{ text: 'Decision' }] } })
    const { likeness, seconds } = await likeSpoken(await soundOf(anna, file!.id))
    expect(likeness).toBeGreaterThan(0.9)
    expect(Math.abs(seconds - file!.duration / 1000)).toBeLessThan(0.2)
    expect(seconds).toBeGreaterThan(12)
    expect(await page.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    expect(await page.evaluate(() => window.engine.mayHaveKept())).toBe(false)
    await context.close()
  })
})

describe('an interrupted recording', () => {
  it('continues without a network and catches up by itself', async () => {
    const user = await w.as('offline')
    const context = await stage.launch('offline')
    const page = await stage.open(context, user.token)
    await startIn(page, 'In the train')
    await reaches(page, 5000)
    stage.reach(null)
    await reaches(page, 10_000)
    const away = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(away).toMatchObject({ phase: 'recording', network: 'retrying' })
    expect(away.safeUpTo).toBeLessThan(8000)
    const stopping = page.evaluate(() => window.engine.recorder.stop())
    await page.waitForFunction(() => window.engine.recorder.store.getState().phase === 'finishing')
    await systemClock.wait(500)
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(0)
    stage.reach(w.url)
    await page.evaluate(() => window.engine.recorder.retryFinish())
    await stopping
    const { file, network } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(network).toBe('online')
    const { likeness, seconds } = await likeSpoken(await soundOf(user, file!.id))
    expect(likeness).toBeGreaterThan(0.9)
    expect(seconds).toBeGreaterThan(10)
    await context.close()
  })

  it('can start without a network', async () => {
    const user = await w.as('train')
    const context = await stage.launch('train')
    const page = await stage.open(context, user.token)
    stage.reach(null)
    await startIn(page, 'No network at all')
    await reaches(page, 5000)
    stage.reach(w.url)
    await page.evaluate(() => window.engine.recorder.stop())
    const { file } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(file).toMatchObject({ filename: 'No network at all' })
    expect(file!.duration).toBeGreaterThan(5000)
    await context.close()
  })

  it('is recovered up to the last seconds after its page crashed', async () => {
    const user = await w.as('killed')
    const context = await stage.launch('killed')
    const page = await stage.open(context, user.token)
    await startIn(page, 'Page killed')
    await page.evaluate(() => window.engine.recorder.mark('Before'))
    await reaches(page, 6500)
    const spoken = await page.evaluate(() => window.engine.recorder.position())
    const crashed = page.waitForEvent('crash')
    const crashing = await context.newCDPSession(page)
    void crashing.send('Page.crash').catch(() => undefined)
    await crashed

    const next = await stage.open(context, user.token)
    expect(await next.evaluate(() => window.engine.mayHaveKept())).toBe(true)
    const [kept, ...others] = await next.evaluate(() => window.engine.unfinishedHere())
    expect(others).toEqual([])
    expect(kept).toMatchObject({ filename: 'Page killed', where: 'both', markers: [{ text: 'Before' }] })
    const file = await next.evaluate((id) => window.engine.finishKept(id), kept!.recordingId)
    expect(file!.extra_data).toMatchObject({ markers: [{ text: 'Before' }] })
    expect(await next.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    console.log(`lost with the page: ${Math.round(spoken - file!.duration)} ms of what was spoken`)
    expect(spoken - file!.duration).toBeLessThan(5000)
    await context.close()
  })

  it('is recovered up to the last seconds after the whole browser was killed offline', async () => {
    const user = await w.as('dead')
    const context = await stage.launch('dead')
    const page = await stage.open(context, user.token)
    await startIn(page, 'Browser killed')
    await page.waitForFunction(() => window.engine.recorder.store.getState().safeUpTo > 0)
    stage.reach(null)
    await reaches(page, 8500)
    const spoken = await page.evaluate(() => window.engine.recorder.position())
    await stage.kill('dead')
    stage.reach(w.url)
    const again = await stage.launch('dead')
    const later = await stage.open(again, user.token)
    const [left] = await later.evaluate(() => window.engine.unfinishedHere())
    expect(left).toMatchObject({ filename: 'Browser killed', where: 'both' })
    const file = await later.evaluate((id) => window.engine.finishKept(id), left!.recordingId)
    console.log(`lost with the browser: ${Math.round(spoken - file!.duration)} ms of what was spoken`)
    expect(spoken - file!.duration).toBeLessThan(5000)
    expect((await likeSpoken(await soundOf(user, file!.id))).likeness).toBeGreaterThan(0.9)
    expect(await later.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(1)
    await again.close()
  })

  it('can be played and discarded by its owner, and is hidden from other accounts', async () => {
    const [owner, other] = [await w.as('owner'), await w.as('other')]
    const context = await stage.launch('shared')
    const page = await stage.open(context, owner.token)
    await startIn(page, 'Mine')
    await reaches(page, 3000)
    await page.close()
    const theirs = await stage.open(context, other.token)
    expect(await theirs.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    const mine = await stage.open(context, owner.token)
    const [kept] = await mine.evaluate(() => window.engine.unfinishedHere())
    const bytes = await mine.evaluate(async (id) => (await window.engine.soundOfKept(id))?.size, kept!.recordingId)
    expect(bytes).toBe(kept!.bytes)
    expect(bytes).toBeGreaterThan(6000)
    await mine.evaluate((id) => window.engine.discardKept(id), kept!.recordingId)
    expect(await mine.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    expect((await owner.recorder.unfinished({})).data.list).toEqual([])
    await context.close()
  })
})

describe('a recording while another account signs in in the same browser', () => {
  it('waits for its owner and sends nothing to the other account', async () => {
    const [owner, other] = [await w.as('speaker'), await w.as('stranger')]
    const context = await stage.launch('swap')
    const page = await stage.open(context, owner.token)
    const keep = (token: string) =>
      page.evaluate((value) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value, expires: null })), token)
    await startIn(page, 'Owned')
    await keep(other.token)
    await page.waitForFunction(() => window.engine.recorder.store.getState().network === 'signedOut', undefined, {
      timeout: 20_000,
    })
    expect((await other.recorder.unfinished({})).data.list).toEqual([])
    await keep(owner.token)
    await page.evaluate(() => window.engine.recorder.stop())
    const { file } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(file).toMatchObject({ filename: 'Owned' })
    expect((await owner.files.simple({ query: {} })).data_file_total).toBe(1)
    expect((await other.files.simple({ query: {} })).data_file_total).toBe(0)
    await context.close()
  })
})

describe('recording limits and errors', () => {
  it('pauses, switches devices, allows one tab at a time and stops at the maximum length', async () => {
    const user = await w.as('limits')
    const context = await stage.launch('limits')
    const page = await stage.open(context, user.token)
    await startIn(page, 'First')
    const second = await stage.open(context, user.token)
    await second.evaluate(() => window.engine.recorder.start({ filename: 'Second' }))
    expect(await second.evaluate(() => window.engine.recorder.store.getState())).toMatchObject({
      phase: 'failed',
      trouble: { kind: 'busyElsewhere' },
    })
    expect(await second.evaluate(() => window.engine.unfinishedHere())).toEqual([])
    await reaches(page, 1500)
    await page.evaluate(() => window.engine.recorder.pause())
    await systemClock.wait(300)
    const paused = await page.evaluate(() => window.engine.recorder.position())
    await systemClock.wait(1000)
    expect(await page.evaluate(() => window.engine.recorder.position())).toBe(paused)
    await page.evaluate(() => window.engine.recorder.resume())
    const devices = await page.evaluate(() => window.engine.recorder.store.getState().devices)
    await page.evaluate((id) => window.engine.recorder.switchDevice(id), devices.at(-1)!.id)
    await reaches(page, paused + 1000)
    expect(await page.evaluate(() => window.engine.recorder.store.getState().gaps)).toEqual([])
    await page.evaluate(() => window.engine.recorder.discard())
    expect((await user.recorder.unfinished({})).data.list).toEqual([])

    const file = await page.evaluate(async (choices) => {
      const short = window.engine.recorderFor(4000)
      await short.open(choices)
      await short.start({ filename: 'By itself' })
      return new Promise((resolve) => short.onFile(resolve))
    }, AS_IT_IS)
    expect(file).toMatchObject({ filename: 'By itself' })
    const { duration } = file as { duration: number }
    expect(duration).toBeGreaterThan(2900)
    expect(duration).toBeLessThan(4000)
    await context.close()
  })

  it('reports when a microphone was unplugged and continues with another one', async () => {
    const user = await w.as('plug')
    const context = await stage.launch('plug')
    const page = await stage.open(context, user.token)
    await page.evaluate(() => {
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (asked) => {
        const stream = await real(asked)
        Object.assign(window, { lastStream: stream })
        return stream
      }
    })
    await startIn(page, 'Unplugged')
    await reaches(page, 2000)
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
    await reaches(page, stopped!.at + 3500)
    await page.evaluate(() => window.engine.recorder.stop())
    const { file, wakeLock, gaps } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect(file!.duration).toBeGreaterThan(5000)
    expect(gaps).toMatchObject([{ why: 'unplugged', at: stopped!.at }])
    expect(gaps[0]!.lost).toBeGreaterThan(1400)
    expect(wakeLock).toBe('none')
    await context.close()
  })

  it('reports by name: no permission, no microphone, microphone in use, no https', async () => {
    const user = await w.as('troubles')
    const context = await stage.launch('troubles')
    const page = await stage.open(context, user.token)
    const kinds: unknown[] = []
    for (const name of ['NotAllowedError', 'NotFoundError', 'NotReadableError']) {
      await page.evaluate((named) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', named))
      }, name)
      await page.evaluate(() => window.engine.recorder.open())
      kinds.push(await page.evaluate(() => window.engine.recorder.store.getState().trouble?.kind))
    }
    expect(kinds).toEqual(['notAllowed', 'noMicrophone', 'inUse'])
    const far = await stage.open(context, user.token, 'http://earshot.test')
    await far.evaluate(() => window.engine.recorder.open())
    expect(await far.evaluate(() => window.engine.recorder.canRecord())).toBe('insecure')
    expect(await far.evaluate(() => window.engine.recorder.store.getState().trouble?.kind)).toBe('insecure')
    await context.close()
  })
})

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length
