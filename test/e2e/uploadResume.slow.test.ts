import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seconds } from '#shared/units.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { createSilentMp3, startUploadHarness, type UploadHarness } from './harness/uploadHarness.ts'

/** Seconds of audio that take 12 MB, which is three parts. */
const THREE_SLICES_SECONDS = 2000
const pollOptions = { timeout: seconds(60), interval: 200 }

let harness: UploadHarness
let seed = 0
beforeAll(async () => void (harness = await startUploadHarness()))
afterAll(() => harness[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const page of harness.context().pages().slice(1)) await page.close()
  await harness.holdSlicesAbove(null)
  harness.sentSlices.length = 0
})

/** Chooses a file in the upload dialog. */
async function chooseFile(page: Page, name: string, bytes: Buffer | Uint8Array): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await harness.writeFixture(name, bytes))
}

/** Returns a page with an upload of three parts, one of which is on the server. */
async function uploadFirstSlice(name: string): Promise<Page> {
  await harness.holdSlicesAbove(1)
  const page = await harness.open(harness.users.user, '#upload')
  await chooseFile(page, `${name}.mp3`, createSilentMp3(THREE_SLICES_SECONDS, (seed += 1)))
  await expect.poll(() => harness.sentSlices.length, pollOptions).toBe(3)
  const arrivedBytes = async () => (await harness.users.user.upload.unfinished({})).data.list[0]?.bytes_arrived ?? 0
  await expect.poll(arrivedBytes, pollOptions).toBeGreaterThan(0)
  // The page has received the response and has stored it.
  await expect.poll(async () => (await harness.storedUploads(page)).rows.some(({ kept }) => kept), pollOptions).toBe(true)
  await page.waitForTimeout(1000)
  return page
}

const listTitles = () => harness.titles(harness.users.user)
/** Returns how often each part was sent. */
const sendCounts = () => Object.values(Object.groupBy(harness.sentSlices, (entry) => entry)).map((entry) => entry?.length)
const NOTHING_STORED = { rows: [], files: [] }

describe('an interrupted upload continues by itself', () => {
  it('after a reload, with the missing parts only; leaving shows a warning while parts are missing, and not afterwards (B§4)', async () => {
    const page = await uploadFirstSlice('reload')
    const dialogTypes: string[] = []
    page.on('dialog', (dialog) => {
      dialogTypes.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await harness.holdSlicesAbove(null)
    await expect.poll(listTitles, pollOptions).toContain('reload')
    expect(dialogTypes).toEqual(['beforeunload'])
    expect(sendCounts().toSorted()).toEqual([1, 2, 2])
    await expect.poll(() => harness.storedUploads(page), pollOptions).toEqual(NOTHING_STORED)
    await page.reload()
    expect(dialogTypes).toHaveLength(1)
  })

  it('in the next page after its page was closed', async () => {
    const page = await uploadFirstSlice('killed page')
    await page.close({ runBeforeUnload: false })
    await harness.holdSlicesAbove(null)
    const nextPage = await harness.open(harness.users.user)
    await expect.poll(listTitles, pollOptions).toContain('killed page')
    await expect.poll(() => harness.storedUploads(nextPage), pollOptions).toEqual(NOTHING_STORED)
  })

  it('after the whole browser crashed', async () => {
    await uploadFirstSlice('crashed')
    await harness.killBrowser()
    await harness.holdSlicesAbove(null)
    const page = await harness.open(harness.users.user)
    await expect.poll(listTitles, pollOptions).toContain('crashed')
    await expect.poll(() => harness.storedUploads(page), pollOptions).toEqual(NOTHING_STORED)
  })

  it('while the server restarts', async () => {
    const page = await uploadFirstSlice('restarted')
    await harness.restart(async () => {
      await harness.holdSlicesAbove(null)
      await page.waitForTimeout(1500)
    })
    await expect.poll(listTitles, pollOptions).toContain('restarted')
    await expect.poll(() => harness.storedUploads(page), pollOptions).toEqual(NOTHING_STORED)
  })

  it('when the network is back', async () => {
    const page = await uploadFirstSlice('offline')
    await harness.context().setOffline(true)
    await harness.holdSlicesAbove(null)
    await page.waitForTimeout(3000)
    expect(await listTitles()).not.toContain('offline')
    await harness.context().setOffline(false)
    await expect.poll(listTitles, pollOptions).toContain('offline')
    await expect.poll(() => harness.storedUploads(page), pollOptions).toEqual(NOTHING_STORED)
  })

  it('while it is being transcoded: transcoding restarts and the file need not be chosen again', async () => {
    const page = await harness.open(harness.users.user, '#upload')
    await chooseFile(page, 'long.wav', createToneWav(900))
    const isUnderWay = async () =>
      (await harness.storedUploads(page)).rows.some(({ status, kept }) => kept && status.startsWith('transcod'))
    await expect.poll(isUnderWay, { ...pollOptions, interval: 20 }).toBe(true)
    await page.reload()
    await expect.poll(listTitles, pollOptions).toContain('long')
    await expect.poll(() => harness.storedUploads(page), pollOptions).toEqual(NOTHING_STORED)
  })
})

describe('two tabs of one account', () => {
  it('show one queue that one of them works on; when it is closed, the other continues', async () => {
    const workingTab = await uploadFirstSlice('two tabs')
    const otherTab = await harness.open(harness.users.user, '#upload')
    await otherTab.getByText('two tabs.mp3').first().waitFor()
    await chooseFile(otherTab, 'from the other.mp3', createSilentMp3(5, (seed += 1)))
    await workingTab.getByText('from the other.mp3').first().waitFor()
    expect(harness.sentSlices).toHaveLength(3)
    await workingTab.close()
    await harness.holdSlicesAbove(null)
    await expect.poll(listTitles, pollOptions).toContain('two tabs')
    await expect.poll(listTitles, pollOptions).toContain('from the other')
    // A part that was in flight when its tab was closed may have arrived; it is then not sent again.
    expect(Math.max(...sendCounts().map((entry) => entry ?? 0))).toBeLessThanOrEqual(2)
    await expect.poll(() => harness.storedUploads(otherTab), pollOptions).toEqual(NOTHING_STORED)
  })
})

describe('another account in the same browser', () => {
  it('neither sees nor sends the upload of the first account, which continues when its owner is back', async () => {
    const firstPage = await uploadFirstSlice('private talk')
    await firstPage.close({ runBeforeUnload: false })
    await harness.holdSlicesAbove(null)
    harness.sentSlices.length = 0
    const { otherUser, user } = harness.users
    const page = await harness.open(otherUser, '#upload')
    await chooseFile(page, 'of omar.mp3', createSilentMp3(5, (seed += 1)))
    await expect.poll(() => harness.titles(otherUser), pollOptions).toContain('of omar')
    expect(await page.getByText('private talk').count()).toBe(0)
    expect(harness.sentSlices).toHaveLength(1)
    expect(await harness.titles(otherUser)).toEqual(['of omar'])
    await expect
      .poll(async () => (await harness.storedUploads(page)).rows.map(({ owner }) => owner), pollOptions)
      .toEqual([user.id])
    await page.close()
    const returnedPage = await harness.open(user)
    await expect.poll(listTitles, pollOptions).toContain('private talk')
    await expect.poll(() => harness.storedUploads(returnedPage), pollOptions).toEqual(NOTHING_STORED)
    expect(harness.pageErrors).toEqual([])
  })
})
