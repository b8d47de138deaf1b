import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tone } from '#test/world/tone.ts'
import { clientsOf, uploadSound } from '#test/world/user.ts'
import {
  ADA,
  BEA,
  GINA,
  HUGO,
  MIA,
  SECOND,
  type Stage,
  TINA,
  accountButton,
  accountOf,
  accountStage,
  codeFor,
  findingsIn,
  historyOf,
  signInBy,
  signOut,
  tokenOf,
} from './accountStage.ts'
import { databaseOf, filesWith, rowsWith } from './remainsOf.ts'

let stage: Stage

beforeAll(async () => {
  stage = await accountStage()
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
})

async function atLogin(): Promise<Page> {
  const page = await stage.open()
  await page.goto(`${stage.url}/login`)
  return page
}

/** Uploads a recording to the library of the signed-in user. */
async function give(page: Page, name: string): Promise<void> {
  const token = (await tokenOf(page)) ?? ''
  await uploadSound(clientsOf(stage.url, { token }), tone(5), { name })
}

const WAYS = [
  ['Google', GINA],
  ['Apple', ADA],
  ['Microsoft', MIA],
  ['House', HUGO],
] as const

describe('identity providers (A§3, A§7)', () => {
  it.each(WAYS)('signs in with %s, leaves no ticket in the address and marks the method as last used', async (provider, who) => {
    const page = await atLogin()
    await signInBy(page, provider, who)
    expect(page.url()).toBe(`${stage.url}/`)
    expect(await tokenOf(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect((await historyOf(page)).filter((address) => /ticket|token|code=|eyJ/i.test(address))).toEqual([])

    await signOut(page, who[1])
    expect(await tokenOf(page)).toBeNull()
    await page.getByText('last used').waitFor()
    const marked = page.getByRole('link', { name: `Continue with ${provider}`, description: 'last used' })
    expect(await marked.count()).toBe(1)
    stage.walked(`sign in by ${provider}`, `home as ${who[1]}, address clean, then "last used"`)
    await page.context().close()
  })

  it('returns to the sign-in page unchanged when the user denies access at the provider', async () => {
    const page = await atLogin()
    await page.getByRole('link', { name: 'Continue with House' }).click()
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('Signing in was canceled. Nothing has changed.').waitFor()
    expect(page.url()).not.toContain('sso_error')
    expect(await tokenOf(page)).toBeNull()
    stage.walked('deny at the provider', 'back on the sign-in page, told calmly')
    await page.context().close()
  })

  it('connects a second provider to the same account, and signs out everywhere', async () => {
    const first = await atLogin()
    await signInBy(first, 'Microsoft', BEA)
    await give(first, 'Bea’s recording')
    await first.goto(`${stage.url}/?profile=open&pane=ways`)
    await first.getByRole('button', { name: 'Connect Google' }).click()
    await first.getByRole('button', { name: SECOND[0] }).click()
    await first.getByText('Connected. You can sign in with it from now on.').waitFor()
    await first.getByRole('button', { name: 'Disconnect Google' }).waitFor()
    expect(await first.getByText(/second@gmail\.example · connected/).count()).toBe(1)
    expect((await historyOf(first)).filter((address) => /ticket|token|eyJ/i.test(address))).toEqual([])
    // Connecting renews the token. No other call may be refused because of the old one.
    expect(stage.troubles).toEqual([])
    stage.walked('bind Google beside Microsoft', 'listed under Ways to sign in')

    const second = await atLogin()
    await signInBy(second, 'Google', [SECOND[0], 'Bea'])
    expect(await accountOf(second)).toBe(await accountOf(first))
    await second.getByText('Bea’s recording').first().waitFor()
    stage.walked('sign in by the bound one elsewhere', 'the same account and library')

    await first.getByRole('button', { name: 'Devices and sessions' }).click()
    await first.getByRole('button', { name: /^Sign out Chrome/ }).waitFor()
    await first.getByRole('button', { name: 'Sign out everywhere' }).click()
    await first.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await first.waitForURL(`${stage.url}/login`)
    // The live channel may sign the page out before the click.
    const link = second.getByRole('link', { name: /Bea’s recording/ }).first()
    void link.click({ timeout: 2_000 }).catch(() => {})
    await second.waitForURL(`${stage.url}/login?from_url=${encodeURIComponent(stage.url)}`)
    expect(await tokenOf(second)).toBeNull()
    stage.walked('sign out everywhere', 'the other browser falls to /login?from_url=<origin>')
    await first.context().close()
    await second.context().close()
    // Requests sent before the session ended may be refused until the pages are closed.
    stage.forgiveRefusals()
  })
})

describe('two tabs of one browser', () => {
  it('sign out together, sign in together and switch accounts together', async () => {
    const tab = await atLogin()
    await signInBy(tab, 'Google', GINA)
    await give(tab, 'Gina’s recording')
    const other = await stage.beside(tab)
    await other.goto(stage.url)
    await other.getByText('Gina’s recording').first().waitFor()
    await signOut(tab, 'Gina')
    await other.waitForURL(/\/login/)
    expect(await tokenOf(other)).toBeNull()
    // The recording was just uploaded, so both lists may be loading it.
    stage.forgiveRefusals()
    stage.walked('sign out in one of two tabs', 'the other is on /login')

    await signInBy(tab, 'Google', GINA)
    await accountButton(other, 'Gina').waitFor()
    await other.getByText('Gina’s recording').first().waitFor()
    stage.walked('sign in in one of two tabs', 'the other follows')

    await tab.goto(`${stage.url}/api/auth/sso/google/start?from_url=/`)
    await tab.getByRole('button', { name: TINA[0] }).click()
    await accountButton(tab, 'Tina').waitFor()
    await accountButton(other, 'Tina').waitFor()
    for (const page of [tab, other]) expect(await page.getByText(/Gina/).count()).toBe(0)
    stage.walked('somebody else in one of two tabs', 'the other reloads as that person, nothing of the one before')
    await tab.context().close()
  })
})

describe('sign-in codes', () => {
  it('prints the code to the log when no mail is configured, refuses a wrong code and signs in with the right one', async () => {
    const page = await atLogin()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Email').fill('cora@example.org')
    await page.locator('button[type=submit]').click()
    await page.getByText('The code for cora@example.org stands in the log of this server.').waitFor()
    const code = await codeFor(stage.running, 'cora@example.org')
    const field = page.getByLabel('Code of 6 digits')
    await field.fill(code === '000000' ? '111111' : '000000')
    await page.getByText('This code is wrong or too old.').waitFor()
    await field.fill(code)
    await accountButton(page, 'cora').waitFor()
    expect(page.url()).toBe(`${stage.url}/`)
    await signOut(page, 'cora')
    await page.getByRole('button', { name: 'Send me a code', description: 'last used' }).waitFor()
    stage.walked('sign in by code', 'printed in the log, typed, then "last used"')
    await page.context().close()
  })
})

describe('deleting an account', () => {
  it('asks for a typed confirmation, leads to /login and leaves no row and no file', async () => {
    const page = await atLogin()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Email').fill('dora@example.org')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.locator('button[type=submit]').click()
    await accountButton(page, 'dora').waitFor()
    await page.keyboard.press('u')
    await page.getByRole('dialog', { name: 'Upload' }).waitFor()
    const file = { name: 'Doras sound.wav', mimeType: 'audio/wav', buffer: Buffer.from(tone(5)) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('In your library').waitFor()

    const id = await accountOf(page)
    // Sound stored in this browser: an unfinished upload and an unfinished recording.
    await page.route('**/blob/part/**', () => {})
    await page.locator('input[type=file]').setInputFiles({ ...file, name: 'On its way.wav', buffer: Buffer.from(tone(6)) })
    await leaveRecording(page, id)
    await expect.poll(() => keptIn(page), { timeout: 20_000 }).toContainEqual(expect.stringMatching(`uploads/${id}/.+small`))
    expect(await keptIn(page)).toContain(`recordings/${id}/left.log`)
    await using db = await databaseOf(stage.dataDir)
    const words = [id, 'dora@example.org', 'Doras sound']
    const rows = await rowsWith(db, words)
    const tables = new Set(rows.map((row) => row.split(' ')[0]))
    const files = await filesWith(stage.dataDir, id)
    expect(tables.size).toBeGreaterThan(5)
    expect(files.length).toBeGreaterThan(0)

    await page.goto(`${stage.url}/?profile=open&pane=privacy`)
    await page.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('1 recording').waitFor()
    expect(await findingsIn(page), 'delete account').toEqual([])
    expect(await dialog.getByRole('button', { name: 'Delete everything' }).isEnabled()).toBe(false)
    await dialog.getByRole('textbox').fill('dora@example.org')
    await dialog.getByRole('button', { name: 'Delete everything' }).click()
    await page.waitForURL(/\/login$/)
    await page.getByText('Your account and everything in it are deleted.').waitFor()
    expect(await tokenOf(page)).toBeNull()
    await expect.poll(() => keptIn(page)).toEqual([])
    await expect.poll(() => rowsWith(db, words), { timeout: 30_000, interval: 250 }).toEqual([])
    await expect.poll(() => filesWith(stage.dataDir, id), { timeout: 30_000, interval: 250 }).toEqual([])
    stage.walked(
      'delete the account',
      `${rows.length} rows in ${tables.size} tables and ${files.length} files before, none after`,
    )
    await page.context().close()
  })
})

/** Writes an unfinished recording of this account to the browser's storage. */
const leaveRecording = (page: Page, account: string): Promise<void> =>
  page.evaluate(async (name) => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('recordings', { create: true })
    await (await folder.getDirectoryHandle(name, { create: true })).getFileHandle('left.log', { create: true })
  }, account)

/** Returns the paths of all files in the origin private file system. */
const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const within = async (folder: FileSystemDirectoryHandle, path: string): Promise<string[]> => {
      const found: string[] = []
      for await (const [name, entry] of folder.entries())
        found.push(
          ...(entry.kind === 'file' ? [path + name] : await within(entry as FileSystemDirectoryHandle, `${path}${name}/`)),
        )
      return found
    }
    return within(await navigator.storage.getDirectory(), '')
  })

describe('route guards (A§2)', () => {
  it('ask for sign-in before /zapier-auth and return to the whole address', async () => {
    const page = await stage.open()
    const wanted = `/zapier-auth?client_id=zapier&flag=auth&response_type=code&state=a%26b&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fback`
    await page.goto(stage.url + wanted)
    await page.waitForURL(/\/login\?from_url=/)
    const kept = new URL(page.url()).searchParams.get('from_url') ?? ''
    expect(kept).toMatch(/^\/zapier-auth\?/)
    const queryOf = (address: string) => Object.fromEntries(new URL(address, stage.url).searchParams)
    expect(queryOf(kept)).toEqual(queryOf(wanted))
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: GINA[0] }).click()
    await page.getByRole('heading', { name: /into your account/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/zapier-auth')
    expect(queryOf(page.url())).toEqual(queryOf(wanted))
    expect(await findingsIn(page), 'zapier-auth').toEqual([])
    stage.walked('/zapier-auth without a session', '/login with the whole address, and back')
    await page.context().close()
  })

  it.each(['//evil.example', 'https://evil.example/x'])('never redirect to %s', async (fromUrl) => {
    const page = await stage.open()
    await page.goto(`${stage.url}/login?from_url=${encodeURIComponent(fromUrl)}`)
    await signInBy(page, 'House', HUGO)
    expect(page.url()).toBe(`${stage.url}/`)
    stage.walked(`from_url=${fromUrl}`, 'home of this origin')
    await page.context().close()
  })
})

it('logs no errors to the console', () => {
  expect(stage.troubles).toEqual([])
})
