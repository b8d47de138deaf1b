import { describe, expect, it } from 'vitest'
import type { Millis } from '#shared/units.ts'
import { createLog, quietLog } from '#platform/log/log.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { startFakeMailServer } from '#test/fakes/mail/startFakeMailServer.ts'
import { createMailer } from './mail.ts'

const from = 'Earshot <earshot@example.org>'
const email = {
  to: 'anna@example.org',
  subject: 'Your code is 482910',
  text: 'Your code is 482910.\n\nIt holds for ten minutes.\n',
}
const mailerFor = (url: string) => createMailer({ mail: { url, from } }, quietLog, 300 as Millis)

describe('e-mails by SMTP', () => {
  it('are delivered completely and leave no connection open', async () => {
    await using smtp = await startFakeMailServer()
    const mail = mailerFor(smtp.url)
    expect(mail.deliversTo).toBe('mail')
    await mail.send(email)
    expect(smtp.receivedMails).toHaveLength(1)
    expect(smtp.receivedMails[0]).toMatchObject({ from: 'earshot@example.org', to: ['anna@example.org'] })
    const data = smtp.receivedMails[0]?.data ?? ''
    expect(data).toContain('From: Earshot <earshot@example.org>')
    expect(data).toContain('To: anna@example.org')
    expect(data).toContain('Subject: Your code is 482910')
    expect(data).toContain('It holds for ten minutes.')
    expect(data).toContain('Auto-Submitted: auto-generated')
    await expect.poll(smtp.openConnections).toBe(0)
  })

  it('may contain other scripts and a line with a single dot', async () => {
    await using smtp = await startFakeMailServer()
    await mailerFor(smtp.url).send({ ...email, subject: '確認コード', text: 'one\n.\ntwo' })
    expect(smtp.receivedMails[0]?.data).toContain('Subject: =?UTF-8?')
    expect(smtp.receivedMails[0]?.data).toMatch(/one\r\n\.\r\ntwo/)
  })

  it('have no injected headers and go to one address only', async () => {
    await using smtp = await startFakeMailServer()
    await mailerFor(smtp.url).send({ ...email, subject: 'Hello\r\nBcc: all@example.org' })
    expect(smtp.receivedMails[0]?.to).toEqual(['anna@example.org'])
    expect(smtp.receivedMails[0]?.data).not.toMatch(/^Bcc:/m)
    for (const to of ['anna@example.org\r\nRCPT TO:<eve@example.org>', 'anna@example.org, eve@example.org'])
      await mailerFor(smtp.url)
        .send({ ...email, to })
        .catch(() => undefined)
    expect(smtp.receivedMails.flatMap((received) => received.to)).not.toContain('eve@example.org')
  })

  it('reject when the server refuses them, so that the sender can retry', async () => {
    await using smtp = await startFakeMailServer({ mode: 'refuses' })
    await expect(mailerFor(smtp.url).send(email)).rejects.toThrow(/550/)
    expect(smtp.receivedMails).toHaveLength(0)
    await expect.poll(smtp.openConnections).toBe(0)
  })

  it('leave no address and no content in the error, which the queue keeps after the account is deleted', async () => {
    await using smtp = await startFakeMailServer({ mode: 'refuses' })
    const error: unknown = await mailerFor(smtp.url)
      .send(email)
      .catch((thrown: unknown) => thrown)
    const thrownError = error as Error
    const stored = JSON.stringify([Object.entries(thrownError), thrownError.message, thrownError.stack, thrownError.cause])
    expect(stored).toContain('550')
    expect(stored).not.toMatch(/anna@|482910/)
  })

  it('do not wait for a server that does not respond or does not exist', async () => {
    await using smtp = await startFakeMailServer({ mode: 'silent' })
    await expect(mailerFor(smtp.url).send(email)).rejects.toThrow(/greeting|timeout/i)
    await expect.poll(smtp.openConnections).toBe(0)
    await expect(mailerFor(`smtp://127.0.0.1:${await findFreePort()}`).send(email)).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('e-mails without a mail server', () => {
  it('are logged on one line with readable code and links', async () => {
    let lines = ''
    const log = createLog({ destination: { write: (line: string) => (lines += line) } })
    const mail = createMailer({ mail: { url: null, from } }, log)
    expect(mail.deliversTo).toBe('log')
    const link = 'https://earshot.example.org/login?invitation=Zk3_x&code=482910#setup=hush'
    await mail.send({ ...email, text: `${email.text}\n${link}` })
    expect(lines.trim().split('\n')).toHaveLength(1)
    const event = JSON.parse(lines) as { level: number; msg: string; emailText: string }
    expect(event.level).toBe(40)
    expect(event.msg).toBe('no mail server is configured; this email would have been sent to anna@example.org')
    expect(event.emailText).toBe(`Your code is 482910 | Your code is 482910. | It holds for ten minutes. | ${link}`)
  })

  it('do not expose other secrets in the log', async () => {
    let lines = ''
    const log = createLog({ destination: { write: (line: string) => (lines += line) } })
    await createMailer({ mail: { url: null, from } }, log).send({ ...email, to: 'anna@example.org?token=hush' })
    log.warn({ text: '"emailText":"?token=hush"', password: 'hush', email: 'shown' }, '"emailText":"?token=hush"')
    expect(lines).not.toContain('hush')
    expect(lines).toContain('shown')
  })
})
