import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

/** A connection to a server on this machine, for requests that no HTTP client would send. */
export type RawConnection = {
  readonly socket: Socket
  /** Returns everything the server has sent. */
  received: () => string
  /** Resolves with everything received once the server has closed the connection. */
  closed: Promise<string>
}

/** Opens a connection and sends `text` with CRLF line endings. */
export async function openRawConnection(port: number, text = ''): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()))
  // A reset connection counts as closed.
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  await once(socket, 'connect')
  if (text) socket.write(text.replaceAll(/\r?\n/g, '\r\n'))
  return { socket, received: () => received, closed }
}

/** Returns the head of a request with this content length. */
export const requestHead = (method: string, path: string, length: number, extraHeaders: Record<string, string> = {}): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `content-length: ${length}`,
    ...Object.entries(extraHeaders).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\n')
