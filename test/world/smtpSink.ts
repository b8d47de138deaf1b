import { type Socket, createServer } from 'node:net'

export type SunkLetter = {
  readonly from: string
  readonly to: readonly string[]
  /** The whole message with headers, as received. */
  readonly data: string
}

export type SmtpSink = AsyncDisposable & {
  /** For SMTP_URL; set MAIL_FROM as well. */
  readonly url: string
  readonly letters: readonly SunkLetter[]
  /** The number of open connections. */
  readonly connections: () => number
}

/** Starts a mail server on this machine. `refuses` rejects every recipient, `silent` accepts connections and never responds. */
export async function smtpSink({ mode = 'takes' }: { mode?: 'takes' | 'refuses' | 'silent' } = {}): Promise<SmtpSink> {
  const letters: SunkLetter[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    if (mode !== 'silent') converse(socket, { refuses: mode === 'refuses', keep: (letter) => letters.push(letter) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    connections: () => open.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Implements the part of RFC 5321 that a well-behaved sender needs. */
function converse(socket: Socket, { refuses, keep }: { refuses: boolean; keep: (letter: SunkLetter) => void }): void {
  let from = ''
  let to: string[] = []
  let data: string[] | null = null
  let unread = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string): void => {
    if (data) {
      if (line !== '.') return void data.push(line.startsWith('.') ? line.slice(1) : line)
      keep({ from, to, data: data.join('\r\n') })
      data = null
      return void say('250 kept')
    }
    const [, verb = '', path = ''] = /^(EHLO|HELO|MAIL|RCPT|DATA|RSET|QUIT)\b[^<]*<?([^>]*)>?/i.exec(line) ?? []
    if (/MAIL/i.test(verb)) [from, to] = [path, []]
    if (/RCPT/i.test(verb) && refuses) return void say('550 nobody of that name here')
    if (/RCPT/i.test(verb)) to.push(path)
    if (/DATA/i.test(verb)) data = []
    if (/QUIT/i.test(verb)) return void socket.end('221 bye\r\n')
    say(data ? '354 go ahead' : verb ? '250 fine' : '502 not here')
  }
  say('220 sink')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (unread + chunk).split('\r\n')
    unread = lines.pop() ?? ''
    lines.forEach(hear)
  })
}
