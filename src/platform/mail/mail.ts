import type { Millis } from '#shared/units.ts'
import { isLoopback } from '#platform/config/isLoopback.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log } from '#platform/log/log.ts'

/** An e-mail. Line breaks in header fields are removed before sending. */
export type Email = { readonly to: string; readonly subject: string; readonly text: string }

/** Sends e-mails through an SMTP server, or prints them in the log when none is configured. */
export type Mailer = {
  readonly deliversTo: 'mail' | 'log'
  /** Rejects when the e-mail was not accepted; the job is then retried. */
  readonly send: (email: Email) => Promise<void>
}

/** How long to wait for a mail server at each step. */
const TIMEOUT = 10_000 as Millis

/** Returns a mailer that sends by SMTP when a server is configured, and else prints e-mails in the log for the operator. */
export function createMailer(config: Pick<Config, 'mail'>, log: Log, timeout: Millis = TIMEOUT): Mailer {
  const { url, from } = config.mail
  if (url === null) return { deliversTo: 'log', send: async (email) => logEmail(email, log) }
  return { deliversTo: 'mail', send: (email) => sendEmail(email, { url, from, timeout }) }
}

/** Logs an e-mail as one line. The log redacts secrets everywhere except in the field `emailText`. */
function logEmail({ to, subject, text }: Email, log: Log): void {
  const emailText = `${toOneLine(subject)} | ${text.trim().replace(/\s*\n\s*/g, ' | ')}`
  log.warn({ emailText }, `no mail server is configured; this email would have been sent to ${toOneLine(to)}`)
}

async function sendEmail(email: Email, { url, from, timeout }: { url: string; from: string; timeout: Millis }): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    // A password is never sent unencrypted, except on this machine.
    requireTLS: new URL(url).password !== '' && !isLoopback(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from,
      // Passed as an object, it is a single address whatever it contains.
      to: { name: '', address: toOneLine(email.to) },
      subject: toOneLine(email.subject),
      text: email.text,
      // Prevents automatic replies such as vacation notes (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    // The library attaches the e-mail, its address and the server's response to its errors, and errors of jobs are stored.
    throw new Error(redactAddresses(error instanceof Error ? error.message : 'the email could not be sent'))
  } finally {
    transport.close()
  }
}

function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const redactAddresses = (message: string): string => toOneLine(message).replace(/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]')
