import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { POPUP_RULES, axeFindings } from '#test/browser/axeFindings.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import type { Locale } from '#shared/locales.ts'

type ProblemOptions = { lang: string; dialog?: boolean; skipsAxe?: boolean }

/** A browser page that collects its console errors and failed responses, and knows which requests are still open. */
export class RouteMonitor implements AsyncDisposable {
  readonly pageErrors: string[] = []
  readonly page: Page
  private readonly keys: ReadonlySet<string>
  private readonly pending = new Set<Request>()
  private title = ''
  private constructor(page: Page, keys: ReadonlySet<string>) {
    this.page = page
    this.keys = keys
    const addError = (message: string) => this.pageErrors.push(`${new URL(page.url()).pathname}: ${message}`)
    page.on('console', (message) => message.type() === 'error' && addError(message.text()))
    page.on('pageerror', (error) => addError(String(error)))
    page.on('response', (response) => response.status() >= 400 && addError(`${response.status()} ${response.url()}`))
    // The live channel is one response that never ends.
    page.on('request', (request) => !request.url().includes('/api/live') && this.pending.add(request))
    page.on('requestfinished', (request) => this.pending.delete(request))
    page.on('requestfailed', (request) => this.pending.delete(request))
  }

  /** Opens a page in this language. `keys` are all message keys, used to find untranslated texts in the page. */
  static async open(browser: Browser, locale: Locale, keys: ReadonlySet<string>): Promise<RouteMonitor> {
    const size: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
    const context = await browser.newContext(size)
    await storeValues(context, { pweblang: locale })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return new RouteMonitor(page, keys)
  }

  /** Stores the session token. The next page is signed in. */
  signIn(token: string): Promise<void> {
    return this.page.evaluate(
      (held) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: held, expires: null })),
      token,
    )
  }

  /** Navigates inside the app without a reload, as a link does. */
  async navigate(address: string): Promise<void> {
    this.title = await this.page.title()
    await this.page.evaluate((url) => history.pushState(null, '', url), address)
  }

  /** Loads the URL from the server, as when it is typed into the address bar. */
  async load(url: string): Promise<void> {
    this.title = ''
    await this.page.goto(url)
  }

  /** Waits until the page of the URL is ready: a new title, a heading, no open requests and no DOM changes. */
  async waitForPage(address: string, dialog: boolean): Promise<void> {
    try {
      await this.page.waitForFunction(isPageReady, { address, previousTitle: this.title, dialog }, { polling: 30 })
      do await this.page.evaluate(waitForIdle)
      while (this.pending.size > 0)
    } catch (cause) {
      const current = await this.page.evaluate(
        () => `${location.href} "${document.title}" ${document.body.innerText.slice(0, 300)}`,
      )
      const pendingUrls = [...this.pending].map((request) => request.url())
      throw new Error(`${address} did not load; the page is ${current}; waiting for ${pendingUrls.join(' ')}`, { cause })
    }
  }

  /**
   * Returns the problems of the current page: language and landmarks, axe findings unless `skipsAxe` is set, and message keys shown
   * instead of text.
   */
  async findProblems({ lang, dialog = false, skipsAxe = false }: ProblemOptions): Promise<string[]> {
    const pageState = await this.page.evaluate(readPageState)
    const problems = skipsAxe ? [] : [...(await axeFindings(this.page, dialog ? POPUP_RULES : {}))]
    const untranslated = pageState.tokens.filter((token) => this.keys.has(token.split(/[.:]/).at(-1)!) || token.includes('{{'))
    if (pageState.lang !== lang) problems.push(`its language is ${pageState.lang}`)
    if (pageState.headings !== 1) problems.push(`${pageState.headings} first headings`)
    if (pageState.mains !== 1) problems.push(`${pageState.mains} main landmarks`)
    return [...problems, ...untranslated.map((key) => `a key in the place of words: ${key}`)]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close()
  }
}

/** Runs in the page. */
function isPageReady({ address, previousTitle, dialog }: { address: string; previousTitle: string; dialog: boolean }): boolean {
  const isAtAddress = location.pathname + location.search + location.hash === address
  const hasNewTitle = document.title !== previousTitle && document.title.includes('·')
  const isLoading = document.querySelector('[data-skeleton]')
  return (
    isAtAddress &&
    hasNewTitle &&
    !isLoading &&
    !!document.querySelector('h1') &&
    (!dialog || !!document.querySelector('[role="dialog"]'))
  )
}

/** Runs in the page. Resolves after several frames without a DOM change. */
function waitForIdle(): Promise<void> {
  return new Promise((resolve) => {
    let idleFrames = 0
    const observer = new MutationObserver(() => (idleFrames = 0))
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const onFrame = () => {
      if (++idleFrames < 3) return requestAnimationFrame(onFrame)
      observer.disconnect()
      return resolve()
    }
    requestAnimationFrame(onFrame)
  })
}

/** Runs in the page. Returns its language and landmarks, and all tokens in its text that look like message keys. */
function readPageState() {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text.nodeValue ?? '')
  for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name)!)
  texts.push(document.title)
  return {
    lang: document.documentElement.lang,
    headings: [...document.querySelectorAll('h1')].filter((heading) => heading.textContent?.trim()).length,
    mains: document.querySelectorAll('main, [role="main"]').length,
    tokens: [...new Set(texts.flatMap((message) => message.match(/(\w+[.:])?[A-Za-z]\w*_\w+|\{\{.*/g) ?? []))],
  }
}
