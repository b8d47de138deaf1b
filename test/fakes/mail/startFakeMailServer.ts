import { type Socket, createServer } from 'node:net'

export type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  /** The whole message with headers, as received. */
  readonly data: string
}

export type FakeMailServer = AsyncDisposable & {
  /** For SMTP_URL; set MAIL_FROM as well. */
  readonly url: string
  readonly receivedMails: readonly ReceivedMail[]
  /** The number of open connections. */
  readonly openConnections: () => number
}

/** Starts a mail server on this machine. `refuses` rejects every recipient, `silent` accepts connections and never responds. */
export async function startFakeMailServer({
  mode = 'takes',
}: { mode?: 'takes' | 'refuses' | 'silent' } = {}): Promise<FakeMailServer> {
  const receivedMails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (mode !== 'silent')
      handleConnection(socket, { rejectsRecipients: mode === 'refuses', deliver: (mail) => receivedMails.push(mail) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    receivedMails,
    openConnections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Implements the part of RFC 5321 that a well-behaved sender needs. */
function handleConnection(
  socket: Socket,
  { rejectsRecipients, deliver }: { rejectsRecipients: boolean; deliver: (mail: ReceivedMail) => void },
): void {
  let from = ''
  let to: string[] = []
  let data: string[] | null = null
  let buffer = ''
  const reply = (line: string) => socket.write(`${line}\r\n`)
  const handleLine = (line: string): void => {
    if (data) {
      if (line !== '.') return void data.push(line.startsWith('.') ? line.slice(1) : line)
      deliver({ from, to, data: data.join('\r\n') })
      data = null
      return void reply('250 kept')
    }
    const [, verb = '', address = ''] = /^(EHLO|HELO|MAIL|RCPT|DATA|RSET|QUIT)\b[^<]*<?([^>]*)>?/i.exec(line) ?? []
    if (/MAIL/i.test(verb)) [from, to] = [address, []]
    if (/RCPT/i.test(verb) && rejectsRecipients) return void reply('550 no such mailbox')
    if (/RCPT/i.test(verb)) to.push(address)
    if (/DATA/i.test(verb)) data = []
    if (/QUIT/i.test(verb)) return void socket.end('221 bye\r\n')
    reply(data ? '354 go ahead' : verb ? '250 fine' : '502 not here')
  }
  reply('220 sink')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (buffer + chunk).split('\r\n')
    buffer = lines.pop() ?? ''
    lines.forEach(handleLine)
  })
}
