import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { TestProxy } from './harness/TestProxy.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

const { url } = sharedEarshot
let proxy: TestProxy
let context: BrowserContext
let page: Page
let user: User
let fileId: string
const pageErrors: string[] = []

beforeAll(async () => {
  proxy = new TestProxy(url)
  await proxy.start()
  user = await signUp(url, 'olga')
  await user.me.changeSettings({ body: { nickname: 'olga' } })
  await user.folders.create({ body: { name: 'Research' } })
  fileId = (await uploadRecording(user, createToneWav(90), { name: 'Interview' })).id
  await uploadRecording(user, createToneWav(5), { name: 'Never opened' })
  await user.generate.transsumm({ params: { id: fileId }, body: {} })
  await vi.waitUntil(async () => (await readRecording(user)).is_summary, { timeout: 30_000, interval: 200 })
  const browser = await sharedBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'allow' })
  page = await context.newPage()
  page.setDefaultTimeout(12_000)
  page.on('pageerror', (error) => pageErrors.push(String(error)))
})
afterAll(async () => {
  await context.close()
  await proxy.stop()
})

async function readRecording(owner: User) {
  const { data_file_list } = await owner.files.list({ query: {}, body: [fileId] })
  const [file] = data_file_list
  if (!file) throw new Error('the recording is gone')
  return file
}

/** Returns everything stored for this origin: rows of all databases and URLs in all caches. */
const storedData = () =>
  page.evaluate(async () => {
    const rows: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error ?? new Error(name))
      })
      for (const store of database.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve) => {
          const getAllRequest = database.transaction(store).objectStore(store).getAll()
          getAllRequest.onsuccess = () => resolve(getAllRequest.result as unknown[])
        })
        rows.push(...all.map((row) => JSON.stringify(row)))
      }
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys()) cached.push(...(await (await caches.open(name)).keys()).map(({ url }) => url))
    return { rows, cached }
  })

const offlineBanner = () => page.getByRole('status').filter({ hasText: /offline|cannot be reached/ })
const readTranscript = async (): Promise<string> => {
  await page.getByRole('tab', { name: 'Transcript', exact: true }).click()
  const panel = page.getByRole('tabpanel', { name: 'Transcript', exact: true })
  await panel
    .getByText(/^\d+:\d\d$/)
    .first()
    .waitFor()
  return panel.innerText()
}
let onlineTranscript: string

describe('reading offline', () => {
  it('stores the app, the messages of one language and what was read, but no credentials', async () => {
    await page.goto(`${proxy.url}/login`)
    await page.evaluate(
      (token) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: token, expires: null })),
      user.token,
    )
    await page.goto(proxy.url)
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'olga' }).waitFor()
    await page
      .getByRole('link', { name: /Interview/ })
      .first()
      .waitFor()
    await expect.poll(async () => (await storedData()).rows.some((row) => row.includes('sort_by'))).toBe(true)
    await page.goto(`${proxy.url}/file-list?categoryId=allFiles`)
    await page
      .getByRole('link', { name: /Interview/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Key sentences' }).waitFor()
    // The timestamps are rendered before the text.
    await expect.poll(async () => (onlineTranscript = await readTranscript())).toMatch(/(\p{L}{2,}\s+){6}/u)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect
      .poll(async () => (await storedData()).cached.some((url) => /\/assets\/en_US-/.test(url)), { timeout: 20_000 })
      .toBe(true)
    // The recording and its notes.
    await expect
      .poll(async () => (await storedData()).rows.filter((row) => row.includes(`"recording":"${fileId}"`)).length)
      .toBe(2)
    const { rows, cached } = await storedData()
    expect(rows.join(' ')).not.toContain(user.token)
    expect(rows.join(' ')).not.toContain('/blob/')
    expect(cached.filter((url) => /\/(api|blob|documents)\/|ffmpeg|\.wasm|transcodeWorker|de_DE-/.test(url))).toEqual([])
  })

  it('shows list, transcript and summary after an offline reload and says when they were loaded', async () => {
    await context.setOffline(true)
    await proxy.stop()
    await page.reload()
    await page.getByRole('heading', { name: 'Interview' }).waitFor()
    await expect.poll(async () => (await readTranscript()).slice(0, 200)).toBe(onlineTranscript.slice(0, 200))
    await page.getByRole('tab', { name: 'Overview', exact: true }).click()
    await page.getByRole('heading', { name: 'Key sentences' }).waitFor()
    await offlineBanner().waitFor()
    expect(await offlineBanner().innerText()).toMatch(
      /^(You are offline|The server cannot be reached)\. Last updated at \d+:\d\d/,
    )
    expect(await page.getByRole('link', { name: /Never opened/ }).count()).toBeGreaterThan(0)
    expect(page.url()).toContain(`/file/${fileId}`)
    await page.goto(`${proxy.url}/web7/home`)
    await page
      .getByRole('link', { name: /Interview/ })
      .first()
      .waitFor()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'olga' }).waitFor()
  })

  it('shows an error for content that was not loaded and keeps the user signed in', async () => {
    await page.goto(`${proxy.url}/file-list?categoryId=allFiles`)
    await page
      .getByRole('link', { name: /Never opened/ })
      .first()
      .click()
    await page.getByText('The recording could not be loaded').or(page.getByRole('alert')).first().waitFor({ timeout: 20_000 })
    await page.goto(`${proxy.url}/community-templates`)
    await page.getByRole('alert').first().waitFor({ timeout: 20_000 })
    expect(await page.evaluate(() => localStorage.getItem('earshot_tokenstr'))).toContain(user.token)
    expect(page.url()).not.toContain('/login')
  })

  it('shows new data and hides the notice when the server is back', async () => {
    await user.files.change({ params: { id: fileId }, body: { filename: 'Interview, second half' } })
    await page.goto(`${proxy.url}/file-list?categoryId=allFiles`)
    await page
      .getByRole('link', { name: /Interview/ })
      .first()
      .waitFor()
    await proxy.start()
    await context.setOffline(false)
    await page
      .getByRole('link', { name: /second half/ })
      .first()
      .waitFor({ timeout: 20_000 })
    await expect.poll(() => offlineBanner().count(), { timeout: 20_000 }).toBe(0)
  })
})

describe('a new version', () => {
  /** Clicks "Reload" and waits for the new page: the notice disappears before the old page does. */
  async function reload() {
    await page.evaluate(() => Object.assign(window, { isBefore: true }))
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.waitForFunction(() => !('isBefore' in window))
  }

  it('is offered and installed only on request', async () => {
    proxy.rewrite('/sw.js', (text) => `${text}\n// the next one`)
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    await page.getByText('A new version is available.').waitFor()
    await reload()
    await page
      .getByRole('link', { name: /Interview/ })
      .first()
      .waitFor()
    const waitingWorker = await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)
    expect(waitingWorker).toBeNull()
  })

  it('is offered once when a chunk of the previous version is gone (A§8)', async () => {
    const serverSettings = (await readFile('dist/web/.vite/manifest.json', 'utf8').then(
      (text) => JSON.parse(text) as object,
    )) as Record<string, { file: string }>
    const missingChunk = Object.entries(serverSettings).find(([name]) => name.endsWith('SettingsScreen.tsx'))?.[1].file ?? ''
    proxy.rewrite(`/${missingChunk}`, () => {
      throw new Error('gone')
    })
    await page.getByRole('button', { name: /olga/ }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByText('Earshot was updated.').waitFor()
    await reload()
    await page
      .getByRole('link', { name: /Interview/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: /olga/ }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByText('The server cannot be reached.').first().waitFor()
    expect(await page.getByText('Earshot was updated.').count()).toBe(0)
  })
})

describe('the installed app', () => {
  it('has a valid manifest with icons and shortcuts', async () => {
    const manifest = (await (await fetch(`${proxy.url}/manifest.webmanifest`)).json()) as {
      icons: { src: string; type: string }[]
      shortcuts: { url: string }[]
    }
    for (const { src, type } of manifest.icons) expect((await fetch(proxy.url + src)).headers.get('content-type')).toBe(type)
    expect((await fetch(`${proxy.url}/icons/apple-touch-icon.png`)).status).toBe(200)
    await page.goto(proxy.url + (manifest.shortcuts[0]?.url ?? ''))
    await page.getByRole('dialog', { name: 'Upload' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.keyboard.press('Escape')
  })
})

describe('signing out', () => {
  it('removes all data of the user from this browser', async () => {
    expect((await storedData()).rows.join(' ')).toContain('Interview')
    await page.getByRole('button', { name: /olga/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/login/)
    await page.getByLabel('Email').waitFor()
    await expect
      .poll(async () =>
        (await storedData()).rows.filter((row) => !row.includes('/assets/') && /Interview|olga|recording/.test(row)),
      )
      .toEqual([])
    const { rows, cached } = await storedData()
    expect(rows.join(' ')).not.toContain(user.id)
    expect(cached.filter((url) => url.includes(fileId) || url.includes('/api/'))).toEqual([])
    expect(pageErrors).toEqual([])
  })
})
