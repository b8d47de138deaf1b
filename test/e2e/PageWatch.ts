import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { POPUP_RULES, axeFindings } from '#test/running/axeFindings.ts'
import type { Locale } from '#ui/locales.ts'

/** A browser page that collects its console errors and failed responses, and knows which requests are still open. */
export class PageWatch implements AsyncDisposable {
  readonly troubles: string[] = []
  readonly page: Page
  private readonly keys: ReadonlySet<string>
  private readonly pending = new Set<Request>()
  private title = ''
  private constructor(page: Page, keys: ReadonlySet<string>) {
    this.page = page
    this.keys = keys
    const note = (said: string) => this.troubles.push(`${new URL(page.url()).pathname}: ${said}`)
    page.on('console', (message) => message.type() === 'error' && note(message.text()))
    page.on('pageerror', (error) => note(String(error)))
    page.on('response', (answer) => answer.status() >= 400 && note(`${answer.status()} ${answer.url()}`))
    // The live channel is one response that never ends.
    page.on('request', (request) => !request.url().includes('/api/live') && this.pending.add(request))
    page.on('requestfinished', (request) => this.pending.delete(request))
    page.on('requestfailed', (request) => this.pending.delete(request))
  }

  /** Opens a page in this language. `keys` are all message keys; they are used to find untranslated texts in the page. */
  static async open(browser: Browser, locale: Locale, keys: ReadonlySet<string>): Promise<PageWatch> {
    const size: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }
    const context = await browser.newContext(size)
    await context.addInitScript(
      (language) => localStorage.setItem('earshot_pweblang', JSON.stringify({ value: language, expires: null })),
      locale,
    )
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return new PageWatch(page, keys)
  }

  /** Stores the session token. The next page is signed in. */
  signIn(token: string): Promise<void> {
    return this.page.evaluate(
      (held) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: held, expires: null })),
      token,
    )
  }

  /** Navigates inside the app without a reload, as a link does. */
  async goTo(address: string): Promise<void> {
    this.title = await this.page.title()
    await this.page.evaluate((to) => history.pushState(null, '', to), address)
  }

  /** Loads the address from the server, as when it is typed. */
  async load(url: string): Promise<void> {
    this.title = ''
    await this.page.goto(url)
  }

  /** Waits until the page at the address is ready: a new title, a heading, no open requests and no DOM changes. */
  async arrived(address: string, dialog: boolean): Promise<void> {
    try {
      await this.page.waitForFunction(isThere, { address, before: this.title, dialog }, { polling: 30 })
      do await this.page.evaluate(isStill)
      while (this.pending.size > 0)
    } catch (cause) {
      const now = await this.page.evaluate(() => `${location.href} "${document.title}" ${document.body.innerText.slice(0, 300)}`)
      const waiting = [...this.pending].map((request) => request.url())
      throw new Error(`${address} did not come; there is ${now}; waiting for ${waiting.join(' ')}`, { cause })
    }
  }

  /**
   * Returns what is wrong with the current page: its language and landmarks, axe findings, and message keys shown instead of
   * text.
   */
  async wrongs({ lang, dialog = false }: { lang: string; dialog?: boolean }): Promise<string[]> {
    const seen = await this.page.evaluate(lookAround)
    const found = await axeFindings(this.page, dialog ? POPUP_RULES : {})
    const raw = seen.tokens.filter((token) => this.keys.has(token.split(/[.:]/).at(-1)!) || token.includes('{{'))
    if (seen.lang !== lang) found.push(`its language is ${seen.lang}`)
    if (seen.headings !== 1) found.push(`${seen.headings} first headings`)
    if (seen.mains !== 1) found.push(`${seen.mains} main landmarks`)
    return [...found, ...raw.map((key) => `a key in the place of words: ${key}`)]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close()
  }
}

/** Runs in the page. */
function isThere({ address, before, dialog }: { address: string; before: string; dialog: boolean }): boolean {
  const here = location.pathname + location.search + location.hash === address
  const titled = document.title !== before && document.title.includes('·')
  const waits = document.querySelector('[data-skeleton]')
  return here && titled && !waits && !!document.querySelector('h1') && (!dialog || !!document.querySelector('[role="dialog"]'))
}

/** Runs in the page. Resolves after several frames without a DOM change. */
function isStill(): Promise<void> {
  return new Promise((resolve) => {
    let quiet = 0
    const observer = new MutationObserver(() => (quiet = 0))
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const frame = () => {
      if (++quiet < 3) return requestAnimationFrame(frame)
      observer.disconnect()
      return resolve()
    }
    requestAnimationFrame(frame)
  })
}

/** Runs in the page. Returns its language and landmarks, and every token in its text that looks like a message key. */
function lookAround() {
  const words: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) words.push(text.nodeValue ?? '')
  for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) words.push(element.getAttribute(name)!)
  words.push(document.title)
  return {
    lang: document.documentElement.lang,
    headings: [...document.querySelectorAll('h1')].filter((heading) => heading.textContent?.trim()).length,
    mains: document.querySelectorAll('main, [role="main"]').length,
    tokens: [...new Set(words.flatMap((said) => said.match(/(\w+[.:])?[A-Za-z]\w*_\w+|\{\{.*/g) ?? []))],
  }
}
