import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { launchBrowser } from '../../browser/launchBrowser.ts'
import type { TranscodeRun, TranscodeRunOptions } from './transcode-page/TranscodeRun.ts'

/** The content security policy of the app, as far as it concerns scripts and workers. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:"
/** A host name other than localhost. Over plain http the browser treats such a page as insecure and gives it no decoders. */
const INSECURE_HOST = 'earshot.test'
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }

/** The function called in the page. Declared here because the server's compiler has no DOM types. */
type PageGlobals = { transcodeChosenFile: (options: TranscodeRunOptions) => Promise<TranscodeRun> }

/** A page in Chromium that only transcodes the chosen file. It is built like the app and served under its policy. */
export class TranscodeHarness implements AsyncDisposable {
  /** Paths requested since the page was loaded. */
  readonly requestedPaths: string[] = []
  /** Paths that return 404. */
  readonly missingPaths: RegExp[] = []
  readonly browser: Browser
  #page: Page
  readonly #server: Server
  readonly #folder: string

  private constructor(folder: string, browser: Browser, page: Page) {
    this.#folder = folder
    this.browser = browser
    this.#page = page
    this.#server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : (request.url ?? '')
      this.requestedPaths.push(path)
      const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-security-policy': POLICY }
      const isMissing = this.missingPaths.some((pattern) => pattern.test(path))
      readFile(join(folder, isMissing ? 'nothing' : path)).then(
        (bytes) => response.writeHead(200, headers).end(bytes),
        () => response.writeHead(404).end(),
      )
    })
  }

  static async open(): Promise<TranscodeHarness> {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-transcode-'))
    await build({
      root: join(import.meta.dirname, 'transcode-page'),
      configFile: false,
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
    })
    const browser = await launchBrowser({ args: [`--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`] })
    const harness = new TranscodeHarness(folder, browser, await browser.newPage())
    await new Promise<void>((resolve) => harness.#server.listen(0, '127.0.0.1', resolve))
    await harness.load('near')
    return harness
  }

  get page(): Page {
    return this.#page
  }

  /** Loads a new page. `far` loads it over plain http from another host name, so that it has no decoders. */
  async load(pageOrigin: 'near' | 'far'): Promise<void> {
    this.requestedPaths.length = 0
    await this.#page.context().close()
    this.#page = await this.browser.newPage()
    const { port } = this.#server.address() as AddressInfo
    await this.#page.goto(`http://${pageOrigin === 'far' ? INSECURE_HOST : '127.0.0.1'}:${port}/`)
  }

  /** Transcodes a file, given as bytes with a name or as a path. */
  async run(file: { name: string; buffer: Buffer } | string, options: TranscodeRunOptions = {}): Promise<TranscodeRun> {
    const chosen = typeof file === 'string' ? file : { ...file, mimeType: 'application/octet-stream' }
    await this.#page.setInputFiles('input', chosen)
    return this.#page.evaluate((runOptions) => (globalThis as unknown as PageGlobals).transcodeChosenFile(runOptions), options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close()
    this.#server.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
