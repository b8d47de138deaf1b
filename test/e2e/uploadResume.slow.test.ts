import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seconds } from '#kit/units.ts'
import { tone } from '#test/world/tone.ts'
import { smallMp3, uploadStage, type UploadStage } from './uploadStage.ts'

/** Seconds of sound that make 12 MB, which is three slices. */
const THREE_SLICES = 2000
const patience = { timeout: seconds(60), interval: 200 }

let stage: UploadStage
let seed = 0
beforeAll(async () => void (stage = await uploadStage()))
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const page of stage.context().pages().slice(1)) await page.close()
  await stage.hold(null)
  stage.sent.length = 0
})

/** Chooses a file in the upload dialog. */
async function choose(page: Page, name: string, bytes: Buffer | Uint8Array): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await stage.fileOf(name, bytes))
}

/** Returns a page with an upload of three slices of which one is on the server. */
async function halfSent(name: string): Promise<Page> {
  await stage.hold(1)
  const page = await stage.open(stage.people.lena, '#upload')
  await choose(page, `${name}.mp3`, smallMp3(THREE_SLICES, (seed += 1)))
  await expect.poll(() => stage.sent.length, patience).toBe(3)
  const isArrived = async () => (await stage.people.lena.upload.unfinished({})).data.list[0]?.bytes_arrived ?? 0
  await expect.poll(isArrived, patience).toBeGreaterThan(0)
  // The page has received the response and has stored it.
  await expect.poll(async () => (await stage.keptIn(page)).rows.some(({ kept }) => kept), patience).toBe(true)
  await page.waitForTimeout(1000)
  return page
}

const titles = () => stage.titles(stage.people.lena)
/** Returns how often each slice was sent. */
const times = () => Object.values(Object.groupBy(stage.sent, (each) => each)).map((each) => each?.length)
const NOTHING = { rows: [], files: [] }

describe('an interrupted upload continues by itself', () => {
  it('after a reload, with the missing slices only; leaving shows no warning, since nothing is lost (B§4)', async () => {
    const page = await halfSent('reload')
    const warned: string[] = []
    page.on('dialog', (dialog) => {
      warned.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await stage.hold(null)
    await expect.poll(titles, patience).toContain('reload')
    expect(warned).toEqual([])
    expect(times().toSorted()).toEqual([1, 2, 2])
    await expect.poll(() => stage.keptIn(page), patience).toEqual(NOTHING)
  })

  it('in the next page after its page was closed', async () => {
    const page = await halfSent('killed page')
    await page.close({ runBeforeUnload: false })
    await stage.hold(null)
    const next = await stage.open(stage.people.lena)
    await expect.poll(titles, patience).toContain('killed page')
    await expect.poll(() => stage.keptIn(next), patience).toEqual(NOTHING)
  })

  it('after the whole browser crashed', async () => {
    await halfSent('crashed')
    await stage.killBrowser()
    await stage.hold(null)
    const page = await stage.open(stage.people.lena)
    await expect.poll(titles, patience).toContain('crashed')
    await expect.poll(() => stage.keptIn(page), patience).toEqual(NOTHING)
  })

  it('while the server restarts', async () => {
    const page = await halfSent('restarted')
    await stage.restart(async () => {
      await stage.hold(null)
      await page.waitForTimeout(1500)
    })
    await expect.poll(titles, patience).toContain('restarted')
    await expect.poll(() => stage.keptIn(page), patience).toEqual(NOTHING)
  })

  it('when the network is back', async () => {
    const page = await halfSent('offline')
    await stage.context().setOffline(true)
    await stage.hold(null)
    await page.waitForTimeout(3000)
    expect(await titles()).not.toContain('offline')
    await stage.context().setOffline(false)
    await expect.poll(titles, patience).toContain('offline')
    await expect.poll(() => stage.keptIn(page), patience).toEqual(NOTHING)
  })

  it('while it is being transcoded: transcoding restarts and the file need not be chosen again', async () => {
    const page = await stage.open(stage.people.lena, '#upload')
    await choose(page, 'long.wav', tone(900))
    const isUnderWay = async () =>
      (await stage.keptIn(page)).rows.some(({ status, kept }) => kept && status.startsWith('transcod'))
    await expect.poll(isUnderWay, { ...patience, interval: 20 }).toBe(true)
    await page.reload()
    await expect.poll(titles, patience).toContain('long')
    await expect.poll(() => stage.keptIn(page), patience).toEqual(NOTHING)
  })
})

describe('two tabs of one account', () => {
  it('show one queue that one of them works on; when it is closed, the other continues', async () => {
    const worker = await halfSent('two tabs')
    const other = await stage.open(stage.people.lena, '#upload')
    await other.getByText('two tabs.mp3').first().waitFor()
    await choose(other, 'from the other.mp3', smallMp3(5, (seed += 1)))
    await worker.getByText('from the other.mp3').first().waitFor()
    expect(stage.sent).toHaveLength(3)
    await worker.close()
    await stage.hold(null)
    await expect.poll(titles, patience).toContain('two tabs')
    await expect.poll(titles, patience).toContain('from the other')
    // A slice that was on its way when its tab closed may have arrived: then it is not sent again.
    expect(Math.max(...times().map((each) => each ?? 0))).toBeLessThanOrEqual(2)
    await expect.poll(() => stage.keptIn(other), patience).toEqual(NOTHING)
  })
})

describe('another account in the same browser', () => {
  it('neither sees nor sends the upload of the first account, which continues when its owner is back', async () => {
    const before = await halfSent('private talk')
    await before.close({ runBeforeUnload: false })
    await stage.hold(null)
    stage.sent.length = 0
    const { omar, lena } = stage.people
    const page = await stage.open(omar, '#upload')
    await choose(page, 'of omar.mp3', smallMp3(5, (seed += 1)))
    await expect.poll(() => stage.titles(omar), patience).toContain('of omar')
    expect(await page.getByText('private talk').count()).toBe(0)
    expect(stage.sent).toHaveLength(1)
    expect(await stage.titles(omar)).toEqual(['of omar'])
    await expect.poll(async () => (await stage.keptIn(page)).rows.map(({ owner }) => owner), patience).toEqual([lena.id])
    await page.close()
    const back = await stage.open(lena)
    await expect.poll(titles, patience).toContain('private talk')
    await expect.poll(() => stage.keptIn(back), patience).toEqual(NOTHING)
    expect(stage.troubles).toEqual([])
  })
})
