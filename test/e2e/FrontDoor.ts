import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of a server. It can be closed like a lost network and can rewrite single files. */
export class FrontDoor {
  readonly #behind: URL
  readonly #changes = new Map<string, (text: string) => string>()
  #server: Server | undefined
  #port = 0

  constructor(behind: string) {
    this.#behind = new URL(behind)
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async open(): Promise<void> {
    this.#server = createServer((asked, answer) => this.#pass(asked, answer)).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Closes the proxy: new connections are refused and open ones are cut. */
  async shut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close')
    this.#server?.close()
    this.#server?.closeAllConnections()
    await closed
  }

  /** Rewrites this file from now on. If `change` throws, the file is answered with 404. */
  change(path: string, change: (text: string) => string): void {
    this.#changes.set(path, change)
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const change = this.#changes.get((asked.url ?? '').split('?')[0] ?? '')
    const { host: _, ...headers } = asked.headers
    // The text to change must arrive complete and uncompressed, whatever the browser has cached.
    if (change) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since'] as const) delete headers[name]
    const options = { method: asked.method, headers }
    const passed = request(new URL(asked.url ?? '/', this.#behind), options, (came) => {
      if (change) return void this.#rewrite(came, answer, change)
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  }

  async #rewrite(came: IncomingMessage, answer: ServerResponse, change: (text: string) => string): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of came) parts.push(part as Buffer)
    const { 'content-length': _, etag: __, ...headers } = came.headers
    try {
      const text = change(Buffer.concat(parts).toString('utf8'))
      answer.writeHead(came.statusCode ?? 502, headers).end(text)
    } catch {
      answer.writeHead(404).end()
    }
  }
}
