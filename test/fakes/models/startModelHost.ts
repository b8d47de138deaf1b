import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type ModelHost = AsyncDisposable & {
  readonly url: string
  /** The path of each request with its range: `/a/model.onnx bytes=100-`. */
  readonly requests: readonly string[]
  /** Sets the failures of the next requests; afterwards, files are served again. */
  failNext: (...failures: HostFailure[]) => void
  /** Closes all connections. */
  dropConnections: () => void
}

/** `missing` returns 404, `wrong` sends different bytes, `hangs` stops in the middle of the file. */
export type HostFailure = 'missing' | 'wrong' | 'hangs'

/** Starts a host of model files on this machine. `files` maps paths to contents; ranges are supported. */
export async function startModelHost(files: Readonly<Record<string, Buffer>>, options: { ranges?: boolean } = {}): Promise<ModelHost> {
  const requests: string[] = []
  const failures: HostFailure[] = []
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request
    requests.push([path, headers.range].filter(Boolean).join(' '))
    respond(files[path], failures.shift(), request, response, options.ranges ?? true)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests,
    failNext: (...next) => void failures.push(...next),
    dropConnections: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(
  file: Buffer | undefined,
  failure: HostFailure | undefined,
  { headers }: IncomingMessage,
  response: ServerResponse,
  supportsRanges: boolean,
): void {
  if (!file || failure === 'missing') {
    response.writeHead(404).end()
    return
  }
  const start = supportsRanges ? Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0) : 0
  const rest = failure === 'wrong' ? Buffer.alloc(file.length - start, 'x') : file.subarray(start)
  const range = { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` }
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': rest.length, ...(start > 0 && range) })
  if (failure !== 'hangs') return void response.end(rest)
  response.write(rest.subarray(0, Math.floor(rest.length / 2)))
}
