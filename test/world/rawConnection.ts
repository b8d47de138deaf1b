import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

/** A connection to a server on this machine, for what no HTTP client would do. */
export type RawConnection = {
  readonly socket: Socket
  /** Everything the server has said. */
  said: () => string
  /** Resolves with it once the server has closed the connection. */
  closed: Promise<string>
}

/** Opens a connection and sends `text`; lines end as HTTP wants them. */
export async function rawConnection(port: number, text = ''): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (bytes: Buffer) => (said += bytes.toString()))
  // A connection that is reset has ended as well.
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(said)))
  await once(socket, 'connect')
  if (text) socket.write(text.replaceAll(/\r?\n/g, '\r\n'))
  return { socket, said: () => said, closed }
}

/** The head of a request whose body is announced with so many bytes. */
export const headOf = (method: string, path: string, length: number, more: Record<string, string> = {}): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `content-length: ${length}`,
    ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\n')
