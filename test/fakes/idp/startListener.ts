import { type RequestListener, createServer } from 'node:http'

/** Starts an HTTP server on this machine, on a free port by default. Its listener can be set once the URL is known. */
export async function startListener(
  port = 0,
): Promise<AsyncDisposable & { url: string; setListener: (listener: RequestListener) => void }> {
  let listener: RequestListener = (_, response) => response.writeHead(503).end()
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    setListener: (newListener) => (listener = newListener),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns the body of a posted form. */
export async function readForm(request: AsyncIterable<Buffer | string>): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request) body += chunk.toString()
  return new URLSearchParams(body)
}
