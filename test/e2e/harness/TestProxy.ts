import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of a server. It can be stopped to simulate a lost network, and can rewrite single files. */
export class TestProxy {
  readonly #target: URL
  readonly #rewrites = new Map<string, (text: string) => string>()
  #server: Server | undefined
  #port = 0

  constructor(behind: string) {
    this.#target = new URL(behind)
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing)).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Closes the proxy: new connections are refused and open ones are cut. */
  async stop(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close')
    this.#server?.close()
    this.#server?.closeAllConnections()
    await closed
  }

  /** Rewrites this file from now on. If `change` throws, the response is a 404. */
  rewrite(path: string, rewrite: (text: string) => string): void {
    this.#rewrites.set(path, rewrite)
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const rewrite = this.#rewrites.get((incoming.url ?? '').split('?')[0] ?? '')
    const { host: _, ...headers } = incoming.headers
    // The text to rewrite must arrive complete and uncompressed, regardless of the browser's cache.
    if (rewrite) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since'] as const) delete headers[name]
    const options = { method: incoming.method, headers }
    const forwarded = request(new URL(incoming.url ?? '/', this.#target), options, (upstream) => {
      if (rewrite) return void this.#rewrite(upstream, outgoing, rewrite)
      outgoing.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }

  async #rewrite(upstream: IncomingMessage, outgoing: ServerResponse, rewrite: (text: string) => string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of upstream) chunks.push(chunk as Buffer)
    const { 'content-length': _, etag: __, ...headers } = upstream.headers
    try {
      const text = rewrite(Buffer.concat(chunks).toString('utf8'))
      outgoing.writeHead(upstream.statusCode ?? 502, headers).end(text)
    } catch {
      outgoing.writeHead(404).end()
    }
  }
}
