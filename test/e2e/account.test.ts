import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeAudioRecord, FRAME_BYTES } from '#features/recorder/web/engine/recordingLog.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import {
  GINA,
  HUGO,
  type AccountHarness,
  TINA,
  accountButton,
  accountIdOf,
  addRecording,
  openLogin,
  startAccountHarness,
  codeFor,
  axeFindingsInThemes,
  historyOf,
  signInWith,
  signOut,
  storedToken,
} from './harness/accountHarness.ts'
import { openDatabase, findFiles, findRows } from './storedData.ts'

let harness: AccountHarness

beforeAll(async () => {
  harness = await startAccountHarness()
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
})

// signInMethods.slow.test.ts signs in with every provider, and connects a second one.
describe('identity providers (A§3, A§7)', () => {
  it('signs in, leaves no ticket in the URL and marks the method as last used', async () => {
    const page = await openLogin(harness)
    await signInWith(page, 'House', HUGO)
    expect(page.url()).toBe(`${harness.url}/`)
    expect(await storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect((await historyOf(page)).filter((address) => /ticket|token|code=|eyJ/i.test(address))).toEqual([])

    await signOut(page, HUGO[1])
    expect(await storedToken(page)).toBeNull()
    await page.getByText('last used').waitFor()
    const lastUsedLinks = page.getByRole('link', { name: 'Continue with House', description: 'last used' })
    expect(await lastUsedLinks.count()).toBe(1)
    harness.addResult('sign in by House', `home as ${HUGO[1]}, address clean, then "last used"`)
    await page.context().close()
  })
})

describe('two tabs of one browser', () => {
  it('sign out together, sign in together and switch accounts together', async () => {
    const firstTab = await openLogin(harness)
    await signInWith(firstTab, 'Google', GINA)
    await addRecording(harness, firstTab, 'Gina’s recording')
    const secondTab = await harness.openTab(firstTab)
    await secondTab.goto(harness.url)
    await secondTab.getByText('Gina’s recording').first().waitFor()
    await signOut(firstTab, 'Gina')
    await secondTab.waitForURL(/\/login/)
    expect(await storedToken(secondTab)).toBeNull()
    // The recording was just uploaded, so both lists may be loading it.
    harness.ignoreUnauthorized()
    harness.addResult('sign out in one of two tabs', 'the other is on /login')

    await signInWith(firstTab, 'Google', GINA)
    await accountButton(secondTab, 'Gina').waitFor()
    await secondTab.getByText('Gina’s recording').first().waitFor()
    harness.addResult('sign in in one of two tabs', 'the other follows')

    await firstTab.goto(`${harness.url}/api/auth/sso/google/start?from_url=/`)
    await firstTab.getByRole('button', { name: TINA[0] }).click()
    await accountButton(firstTab, 'Tina').waitFor()
    await accountButton(secondTab, 'Tina').waitFor()
    for (const page of [firstTab, secondTab]) expect(await page.getByText(/Gina/).count()).toBe(0)
    harness.addResult(
      'another user signs in in one of two tabs',
      'the other tab reloads as that user and shows nothing of the first',
    )
    await firstTab.context().close()
  })
})

describe('sign-in codes', () => {
  it('prints the code to the log when no mail is configured, refuses a wrong code and signs in with the right one', async () => {
    const page = await openLogin(harness)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Email').fill('cora@example.org')
    await page.locator('button[type=submit]').click()
    await page.getByText('The code for cora@example.org is in the server log.').waitFor()
    const code = await codeFor(harness.running, 'cora@example.org')
    const field = page.getByLabel('6-digit code')
    await field.fill(code === '000000' ? '111111' : '000000')
    await page.getByText('This code is wrong or has expired.').waitFor()
    await field.fill(code)
    await accountButton(page, 'cora').waitFor()
    expect(page.url()).toBe(`${harness.url}/`)
    await signOut(page, 'cora')
    await page.getByRole('button', { name: 'Send me a code', description: 'last used' }).waitFor()
    harness.addResult('sign in by code', 'printed in the log, typed, then "last used"')
    await page.context().close()
  })
})

describe('deleting an account', () => {
  it('requires a typed confirmation, redirects to /login and leaves no row and no file', async () => {
    const page = await openLogin(harness)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Email').fill('dora@example.org')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.locator('button[type=submit]').click()
    await accountButton(page, 'dora').waitFor()
    await page.keyboard.press('u')
    await page.getByRole('dialog', { name: 'Upload' }).waitFor()
    const file = { name: 'Doras sound.wav', mimeType: 'audio/wav', buffer: Buffer.from(createToneWav(5)) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: /^(Open|Read summary): / }).waitFor()

    const id = await accountIdOf(page)
    // Audio stored in this browser: an unfinished upload and an unfinished recording.
    await page.route('**/blob/part/**', () => {})
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...file, name: 'On its way.wav', buffer: Buffer.from(createToneWav(6)) })
    await expect.poll(() => storedFiles(page), { timeout: 20_000 }).toContainEqual(expect.stringMatching(`uploads/${id}/.+small`))
    await storeUnfinishedRecording(page, id)
    expect(await storedFiles(page)).toContain(`recordings/${id}/left.log`)
    await using db = await openDatabase(harness.dataDir)
    const searchTerms = [id, 'dora@example.org', 'Doras sound']
    const rows = await findRows(db, searchTerms)
    const tables = new Set(rows.map((row) => row.split(' ')[0]))
    const files = await findFiles(harness.dataDir, id)
    expect(tables.size).toBeGreaterThan(5)
    expect(files.length).toBeGreaterThan(0)

    await page.goto(`${harness.url}/?profile=open&pane=privacy`)
    await page.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('1 recording').waitFor()
    expect(await axeFindingsInThemes(page), 'delete account').toEqual([])
    expect(await dialog.getByRole('button', { name: 'Delete everything' }).isEnabled()).toBe(false)
    await dialog.getByRole('textbox').fill('dora@example.org')
    await dialog.getByRole('button', { name: 'Delete everything' }).click()
    await page.waitForURL(/\/login$/)
    await page.getByText('Your account and everything in it have been deleted.').waitFor()
    expect(await storedToken(page)).toBeNull()
    await expect.poll(() => storedFiles(page)).toEqual([])
    await expect.poll(() => findRows(db, searchTerms), { timeout: 30_000, interval: 250 }).toEqual([])
    await expect.poll(() => findFiles(harness.dataDir, id), { timeout: 30_000, interval: 250 }).toEqual([])
    harness.addResult(
      'delete the account',
      `${rows.length} rows in ${tables.size} tables and ${files.length} files before, none after`,
    )
    await page.context().close()
  })
})

/**
 * Writes an unfinished recording of this account, with some audio, to the browser's storage. The page deletes a recording without
 * audio. It is locked like a recording in progress until it is written.
 */
const storeUnfinishedRecording = (page: Page, account: string): Promise<void> =>
  page.evaluate(
    ({ account, log }) =>
      navigator.locks.request('earshot-recording-left', async () => {
        const root = await navigator.storage.getDirectory()
        const recordings = await root.getDirectoryHandle('recordings', { create: true })
        const folder = await recordings.getDirectoryHandle(account, { create: true })
        const file = await (await folder.getFileHandle('left.log', { create: true })).createWritable()
        await file.write(new Uint8Array(log))
        await file.close()
      }),
    { account, log: [...encodeAudioRecord(0, new Uint8Array(FRAME_BYTES))] },
  )

/** Returns the paths of all files in the origin private file system. */
const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const listFiles = async (folder: FileSystemDirectoryHandle, path: string): Promise<string[]> => {
      const found: string[] = []
      for await (const [name, entry] of folder.entries())
        found.push(
          ...(entry.kind === 'file' ? [path + name] : await listFiles(entry as FileSystemDirectoryHandle, `${path}${name}/`)),
        )
      return found
    }
    return listFiles(await navigator.storage.getDirectory(), '')
  })

describe('route guards (A§2)', () => {
  it('require sign-in before /zapier-auth and return to the full URL', async () => {
    const page = await harness.open()
    const requestedUrl = `/zapier-auth?client_id=zapier&flag=auth&response_type=code&state=a%26b&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fback`
    await page.goto(harness.url + requestedUrl)
    await page.waitForURL(/\/login\?from_url=/)
    const returnUrl = new URL(page.url()).searchParams.get('from_url') ?? ''
    expect(returnUrl).toMatch(/^\/zapier-auth\?/)
    const queryOf = (address: string) => Object.fromEntries(new URL(address, harness.url).searchParams)
    expect(queryOf(returnUrl)).toEqual(queryOf(requestedUrl))
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: GINA[0] }).click()
    await page.getByRole('heading', { name: /access to your account/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/zapier-auth')
    expect(queryOf(page.url())).toEqual(queryOf(requestedUrl))
    expect(await axeFindingsInThemes(page), 'zapier-auth').toEqual([])
    harness.addResult('/zapier-auth without a session', '/login with the whole address, and back')
    await page.context().close()
  })

  it('never redirect to another origin', async () => {
    const fromUrl = '//evil.example'
    const page = await harness.open()
    await page.goto(`${harness.url}/login?from_url=${encodeURIComponent(fromUrl)}`)
    await signInWith(page, 'House', HUGO)
    expect(page.url()).toBe(`${harness.url}/`)
    harness.addResult(`from_url=${fromUrl}`, 'home of this origin')
    await page.context().close()
  })
})

it('logs no errors to the console', () => {
  // Deleting the account ends its sessions: requests in flight are then refused, and the browser logs that.
  harness.ignoreUnauthorized()
  expect(harness.pageErrors).toEqual([])
})
