import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seconds } from '#shared/units.ts'
import { rechunk, SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { type User, signUp } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { launchBrowser } from '../browser/launchBrowser.ts'
import { bytesSource, loudnessCorrelation } from '../fixtures/sound/loudnessCorrelation.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')
const SAMPLE_COUNT = 4 * SPEECH_SAMPLE_RATE
const POLL_OPTIONS = { timeout: seconds(120), interval: 250 }

/** Titles in the library, their fixture files, and the media types a browser reports. */
const CHOSEN_FILES = [
  ['Phone', 'speech.amr', 'audio/amr'],
  ['Dictation', 'speech.wma', 'audio/x-ms-wma'],
  ['Camera', 'speech.avi', 'video/x-msvideo'],
  ['Old stream', 'speech.rm', ''],
  ['Studio', 'speech.aiff', 'audio/aiff'],
  ['Lossless', 'speech-alac.m4a', 'audio/mp4'],
  ['Conference', 'speech-speex.ogg', 'audio/ogg'],
  ['Podcast', 'speech.m4a', 'audio/mp4'],
  ['Browser', 'speech.webm', 'audio/webm'],
  ['Broadcast', 'speech.mpegts', ''],
  ['Film', 'speech.mkv', 'video/x-matroska'],
] as const

let dir: string
let running: RunningEarshot
let browser: Browser
let page: Page
let user: User

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-formats-'))
  const settings = { DATA_DIR: join(dir, 'data'), EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error' }
  running = await startEarshot({ ...settings, SIGN_UP: 'open', WELCOME: 'off', CALLS_PER_MINUTE: '0' })
  user = await signUp(running.url, 'lena')
  browser = await launchBrowser()
  page = await browser.newPage({ reducedMotion: 'reduce' })
  await storeValues(page, { tokenstr: user.token, consent: { statistics: false }, pweblang: 'en_US', comlang: 'en_US' })
})
afterAll(async () => {
  await browser?.close()
  await running?.stop()
  await rm(dir, { recursive: true, force: true })
})

const listTitles = async (): Promise<string[]> =>
  (await user.files.simple({ query: {} })).data_file_list.map(({ filename }) => filename).toSorted()

/** Returns the first seconds, decoded as for a transcript. */
async function decodeSamples(bytes: Buffer, from = 0): Promise<Float32Array> {
  for await (const block of rechunk(decodeAudio(bytesSource(bytes), { from }), SAMPLE_COUNT)) return block
  return new Float32Array(0)
}

describe('uploading audio in many formats', () => {
  it('creates a playable recording from each and loads ffmpeg only for formats the browser cannot decode (B§4, B§9)', async () => {
    const requestUrls: string[] = []
    browser.contexts()[0]!.on('request', (request) => requestUrls.push(request.url()))
    await page.goto(`${running.url}/home#upload`)
    await page.getByRole('dialog', { name: 'Upload', exact: true }).waitFor()
    const files = CHOSEN_FILES.map(async ([title, name, mimeType]) => ({
      name: `${title}.${name.split('.').at(-1)!.replace('mpegts', 'ts')}`,
      mimeType,
      buffer: await readFile(join(FIXTURES, 'sound/formats', name)),
    }))
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await Promise.all(files))
    await expect.poll(listTitles, POLL_OPTIONS).toEqual(CHOSEN_FILES.map(([title]) => title as string).toSorted())

    const source = await decodeSamples(await readFile(join(FIXTURES, 'two-cities.wav')), 2000)
    const { data_file_list } = await user.files.simple({ query: {} })
    const alike = data_file_list.map(async ({ id, filename }) => {
      const { temp_url } = await user.files.tempUrl({ params: { id }, query: {} })
      const stored = Buffer.from(await (await fetch(temp_url)).arrayBuffer())
      return { filename, alike: loudnessCorrelation(source, await decodeSamples(stored), SPEECH_SAMPLE_RATE) }
    })
    expect((await Promise.all(alike)).filter((comparison) => !(comparison.alike > 0.9))).toEqual([])
    expect(requestUrls.filter((url) => url.endsWith('.wasm')).every((url) => url.includes('ffmpeg-core'))).toBe(true)
  })
})
