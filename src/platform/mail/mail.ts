import type { Millis } from '#kit/units.ts'
import { isLoopback } from '#platform/config/isLoopback.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log } from '#platform/log/log.ts'

/** An e-mail. Line breaks in header fields are removed before sending. */
export type Letter = { readonly to: string; readonly subject: string; readonly text: string }

/** Sends e-mails through an SMTP server, or prints them in the log when none is configured. */
export type Mail = {
  readonly delivers: 'mail' | 'log'
  /** Rejects when the e-mail was not accepted; the job is then retried. */
  readonly send: (letter: Letter) => Promise<void>
}

/** How long to wait for a mail server at each step. */
const PATIENCE = 10_000 as Millis

/** Returns a mailer that sends by SMTP when a server is configured, and else prints e-mails in the log for the operator. */
export function openMail(config: Pick<Config, 'mail'>, log: Log, patience: Millis = PATIENCE): Mail {
  const { url, from } = config.mail
  if (url === null) return { delivers: 'log', send: async (letter) => printed(letter, log) }
  return { delivers: 'mail', send: (letter) => sent(letter, { url, from, patience }) }
}

/** Logs an e-mail as one line. The log redacts secrets everywhere except in the field `letter`. */
function printed({ to, subject, text }: Letter, log: Log): void {
  const letter = `${oneLine(subject)} | ${text.trim().replace(/\s*\n\s*/g, ' | ')}`
  log.warn({ letter }, `no mail server is configured; this letter would have gone to ${oneLine(to)}`)
}

async function sent(letter: Letter, { url, from, patience }: { url: string; from: string; patience: Millis }): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    // A password is never sent unencrypted, except on this machine.
    requireTLS: new URL(url).password !== '' && !isLoopback(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from,
      // As an object it is a single address, whatever it contains.
      to: { name: '', address: oneLine(letter.to) },
      subject: oneLine(letter.subject),
      text: letter.text,
      // Prevents automatic replies such as vacation notes (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    // The library attaches the e-mail, its address and the server's response to its errors, and errors of jobs are stored.
    throw new Error(withoutAddresses(error instanceof Error ? error.message : 'the letter could not be sent'))
  } finally {
    transport.close()
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const withoutAddresses = (says: string): string => oneLine(says).replace(/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]')
