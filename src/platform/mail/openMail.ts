import type { Millis } from '#kit/units.ts'
import { isLoopback } from '#platform/config/isLoopback.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log } from '#platform/log/log.ts'
import type { Letter, Mail } from './mail.ts'

/** How long a mail server may keep silent at any step. */
const PATIENCE = 10_000 as Millis

/** Letters by SMTP where a server is configured, else into the log, where whoever runs this server finds them. */
export function openMail(config: Pick<Config, 'mail'>, log: Log, patience: Millis = PATIENCE): Mail {
  const { url, from } = config.mail
  if (url === null) return { delivers: 'log', send: async (letter) => printed(letter, log) }
  return { delivers: 'mail', send: (letter) => sent(letter, { url, from, patience }) }
}

/** One line. Everything a secret could stand in is blackened in the log, except what stands in the field `letter`. */
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
    // A password never leaves in the clear, except on this machine.
    requireTLS: new URL(url).password !== '' && !isLoopback(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from,
      // As an object it is one address, whatever stands in it.
      to: { name: '', address: oneLine(letter.to) },
      subject: oneLine(letter.subject),
      text: letter.text,
      // No holiday note answers a letter a machine has sent (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    // The library hangs letter, address and what was said on its errors, and errors of jobs are kept.
    throw new Error(withoutAddresses(error instanceof Error ? error.message : 'the letter could not be sent'))
  } finally {
    transport.close()
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const withoutAddresses = (says: string): string => oneLine(says).replace(/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]')
