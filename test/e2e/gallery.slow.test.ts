import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { POPUP_RULES, axeFindings, axeThemeFindings } from '#test/browser/axeFindings.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'

/** The content security policy of the app, as far as it concerns components. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; font-src 'self'; connect-src 'self'"
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

let builtDir: string
let server: Server
let browser: Browser

beforeAll(async () => {
  builtDir = await mkdtemp(join(tmpdir(), 'earshot-kit-'))
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('VITE_KIT', 'on')
  const [launchedBrowser] = await Promise.all([
    sharedBrowser(),
    build({ mode: 'gallery', logLevel: 'silent', build: { outDir: builtDir, minify: false, reportCompressedSize: false } }),
  ])
  browser = launchedBrowser
  server = createServer(({ url = '/' }, response) => {
    const headers = { 'content-type': TYPES[extname(url)] ?? 'text/html', 'content-security-policy': POLICY }
    if (url.startsWith('/api')) return response.writeHead(404).end()
    return void readFile(join(builtDir, extname(url) ? url : 'index.html')).then(
      (bytes) => response.writeHead(200, headers).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  vi.unstubAllEnvs()
  for (const context of browser?.contexts() ?? []) await context.close()
  server?.close()
  await rm(builtDir, { recursive: true, force: true })
})

/** Opens the gallery in a new context and collects its console errors, except those of the missing server. */
async function openGallery(options: BrowserContextOptions = {}): Promise<{ page: Page; pageErrors: string[] }> {
  const context = await browser.newContext({ viewport: WIDE, ...options })
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/dev/kit`)
  await page.getByRole('heading', { name: 'Long words' }).waitFor()
  return { page, pageErrors }
}

/**
 * Returns axe findings while a popup is open. Base UI's focus guards are excluded: they are hidden and pass the focus on at once.
 */
const popupFindings = async (page: Page): Promise<string[]> =>
  (await axeFindings(page, POPUP_RULES)).filter((finding) => !/^aria-hidden-focus: .*data-base-ui-focus-guard/.test(finding))

/** Returns the accessible name or the text of the focused element. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    const labels = (element?.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    return element?.getAttribute('aria-label') ?? (labels.join(' ') || element?.textContent || '')
  })

async function expectFocused(page: Page, name: string): Promise<void> {
  await expect.poll(() => focusedName(page)).toBe(name)
}

describe('the component gallery', () => {
  it.each([
    ['light', 'wide'],
    ['dark', 'wide'],
    ['light', 'phone'],
    ['dark', 'phone'],
  ] as const)('has no accessibility findings and no overflow: %s, %s', async (colorScheme, size) => {
    const { page, pageErrors } = await openGallery({ colorScheme, viewport: size === 'wide' ? WIDE : PHONE })
    expect(await (colorScheme === 'light' ? axeFindings(page) : axeThemeFindings(page))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(pageErrors).toEqual([])
    await page.context().close()
  })

  it('gives every control a touch target of 44 px', async () => {
    const { page } = await openGallery({ viewport: PHONE, hasTouch: true, isMobile: true })
    const tooSmall = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, [role=tab], [role=radio], [role=switch], [role=checkbox]')]
        .map((part) => {
          const { height } = part.getBoundingClientRect()
          const pseudoStyle = getComputedStyle(part, '::after')
          const extraHeight = pseudoStyle.position === 'absolute' ? -2 * Number.parseFloat(pseudoStyle.top) : 0
          return { name: part.getAttribute('aria-label') ?? part.textContent, height: Math.round(height + extraHeight) }
        })
        .filter(({ height }) => height > 0 && height < 44),
    )
    expect(tooSmall).toEqual([])
    await page.context().close()
  })

  it('is legible in a high-contrast theme and does not animate with reduced motion', async () => {
    const { page } = await openGallery({ forcedColors: 'active' })
    const backgroundOf = (selector: string) =>
      page.evaluate((selectorText) => getComputedStyle(document.querySelector(selectorText)!).backgroundColor, selector)
    const [checkedBackground, thumbBackground] = [
      await backgroundOf('[role=switch][data-checked]'),
      await backgroundOf('[role=switch][data-checked] > *'),
    ]
    expect(checkedBackground).not.toBe(thumbBackground)
    expect(await backgroundOf('[role=switch][data-unchecked]')).not.toBe(checkedBackground)
    expect(await backgroundOf('[role=progressbar] [data-mark]')).toBe(checkedBackground)
    expect(await backgroundOf('[role=radio][data-checked] [data-mark]')).toBe(checkedBackground)
    const animationDuration = await page.evaluate(
      () => getComputedStyle(document.querySelector('.animate-spin')!).animationDuration,
    )
    expect(Number.parseFloat(animationDuration)).toBeLessThanOrEqual(0.001)
    await page.context().close()
  })
})

describe('components with the keyboard only', () => {
  it('menu: arrow keys, first letter, submenu and Esc work, and the focus returns to the button', async () => {
    const { page } = await openGallery()
    const button = page.getByRole('button', { name: 'Actions' })
    await button.focus()
    const scrollTop = await page.evaluate(() => scrollY)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menu').waitFor()
    await expect.poll(() => focusedName(page)).toContain('Rename')
    expect(await page.evaluate(() => scrollY)).toBe(scrollTop)
    expect(await popupFindings(page)).toEqual([])
    await page.keyboard.press('m')
    await expectFocused(page, 'Move to')
    await page.keyboard.press('ArrowRight')
    await expectFocused(page, 'Research interviews')
    await page.keyboard.press('ArrowLeft')
    await expectFocused(page, 'Move to')
    await page.keyboard.press('Escape')
    await expectFocused(page, 'Actions')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedName(page)).toContain('Rename')
    await page.keyboard.press('End')
    await expect.poll(() => focusedName(page)).toContain('Move to trash')
    await page.keyboard.press('Enter')
    await page.getByText('Last: deleted').waitFor()
    await expectFocused(page, 'Actions')
    await page.context().close()
  })

  it('tabs and radios: are one tab stop each and use arrow keys inside', async () => {
    const { page } = await openGallery()
    await page.getByRole('tab', { name: 'Summary', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expectFocused(page, 'Transcript')
    await page.keyboard.press('Enter')
    await page.getByText('What transcript shows.').waitFor()
    await page.keyboard.press('End')
    await expectFocused(page, 'Mind map')
    await page.keyboard.press('Tab')
    await expectFocused(page, 'Add')

    await page.getByRole('radio', { name: 'Custom' }).focus()
    await page.keyboard.press('ArrowUp')
    await expectFocused(page, 'Auto')
    expect(await page.getByRole('radio', { name: 'Auto' }).getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('Tab')
    await expectFocused(page, 'Subtitles')
    // A disabled option is skipped.
    await page.keyboard.press('ArrowDown')
    await expectFocused(page, 'Plain text')
    await page.context().close()
  })

  it('combobox: finds options by their own names, picks with Enter, cancels with Esc and returns the focus', async () => {
    const { page } = await openGallery()
    const box = page.getByRole('combobox', { name: 'Spoken language', exact: true })
    await box.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('listbox', { name: 'Spoken language' }).waitFor()
    await expectFocused(page, 'Search')
    await page.keyboard.type('francais')
    await expect.poll(() => page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(['Frenchfrançais'])
    expect(await popupFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => box.textContent()).toBe('French')
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('qqq')
    await page.getByText('No results').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await box.textContent()).toBe('French')
    await page.context().close()
  })

  it('dialog: traps the focus; Esc closes its open list first and then the dialog', async () => {
    const { page } = await openGallery()
    await page.getByRole('button', { name: 'Form', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Rename' }).waitFor()
    await expectFocused(page, 'Name')
    expect(await popupFindings(page)).toEqual([])
    for (const name of ['Country', 'Cancel', 'Save', 'Close', 'Name']) {
      await page.keyboard.press('Tab')
      await expectFocused(page, name)
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    expect(await page.getByRole('dialog', { name: 'Rename' }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expectFocused(page, 'Form')
    await page.context().close()
  })

  it.each(['light', 'dark'] as const)(
    'popups have no accessibility findings: lists, alerts, panes and toasts, %s',
    async (colorScheme) => {
      const { page, pageErrors } = await openGallery({ colorScheme, viewport: colorScheme === 'light' ? WIDE : PHONE })
      const openAndCheck = async (button: string, role: 'listbox' | 'alertdialog' | 'dialog') => {
        await page.getByRole(role === 'listbox' ? 'combobox' : 'button', { name: button, exact: true }).press('Enter')
        await page.getByRole(role).waitFor()
        expect(await popupFindings(page)).toEqual([])
        await page.keyboard.press('Escape')
        await expect.poll(() => page.getByRole(role).count()).toBe(0)
      }
      await openAndCheck('Model', 'listbox')
      await openAndCheck('Delete for ever', 'alertdialog')
      await openAndCheck('Panes', 'dialog')
      await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
      await page.getByRole('button', { name: 'Failed', exact: true }).press('Enter')
      await page.getByText('Request ID: 8f2c91d0', { exact: true }).first().waitFor()
      expect(await popupFindings(page)).toEqual([])
      expect(pageErrors).toEqual([])
      await page.context().close()
    },
  )
})
