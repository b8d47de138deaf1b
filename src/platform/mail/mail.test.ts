import { describe, expect, it } from 'vitest'
import type { Millis } from '#kit/units.ts'
import { createLog, quietLog } from '#platform/log/log.ts'
import { freePort } from '#test/world/freePort.ts'
import { smtpSink } from '#test/world/smtpSink.ts'
import { openMail } from './mail.ts'

const from = 'Earshot <earshot@example.org>'
const letter = {
  to: 'anna@example.org',
  subject: 'Your code is 482910',
  text: 'Your code is 482910.\n\nIt holds for ten minutes.\n',
}
const mailAt = (url: string) => openMail({ mail: { url, from } }, quietLog, 300 as Millis)

describe('e-mails by SMTP', () => {
  it('are delivered completely and leave no connection open', async () => {
    await using smtp = await smtpSink()
    const mail = mailAt(smtp.url)
    expect(mail.delivers).toBe('mail')
    await mail.send(letter)
    expect(smtp.letters).toHaveLength(1)
    expect(smtp.letters[0]).toMatchObject({ from: 'earshot@example.org', to: ['anna@example.org'] })
    const data = smtp.letters[0]?.data ?? ''
    expect(data).toContain('From: Earshot <earshot@example.org>')
    expect(data).toContain('To: anna@example.org')
    expect(data).toContain('Subject: Your code is 482910')
    expect(data).toContain('It holds for ten minutes.')
    expect(data).toContain('Auto-Submitted: auto-generated')
    await expect.poll(smtp.connections).toBe(0)
  })

  it('may contain other scripts and a line with a single dot', async () => {
    await using smtp = await smtpSink()
    await mailAt(smtp.url).send({ ...letter, subject: '確認コード', text: 'one\n.\ntwo' })
    expect(smtp.letters[0]?.data).toContain('Subject: =?UTF-8?')
    expect(smtp.letters[0]?.data).toMatch(/one\r\n\.\r\ntwo/)
  })

  it('have no injected headers (abuse case 30) and go to one address only', async () => {
    await using smtp = await smtpSink()
    await mailAt(smtp.url).send({ ...letter, subject: 'Hello\r\nBcc: all@example.org' })
    expect(smtp.letters[0]?.to).toEqual(['anna@example.org'])
    expect(smtp.letters[0]?.data).not.toMatch(/^Bcc:/m)
    for (const to of ['anna@example.org\r\nRCPT TO:<eve@example.org>', 'anna@example.org, eve@example.org'])
      await mailAt(smtp.url)
        .send({ ...letter, to })
        .catch(() => undefined)
    expect(smtp.letters.flatMap((sunk) => sunk.to)).not.toContain('eve@example.org')
  })

  it('reject when the server refuses them, so that the sender can retry', async () => {
    await using smtp = await smtpSink({ mode: 'refuses' })
    await expect(mailAt(smtp.url).send(letter)).rejects.toThrow(/550/)
    expect(smtp.letters).toHaveLength(0)
    await expect.poll(smtp.connections).toBe(0)
  })

  it('leave no address and no content in the error, which the queue keeps after the account is gone', async () => {
    await using smtp = await smtpSink({ mode: 'refuses' })
    const error: unknown = await mailAt(smtp.url)
      .send(letter)
      .catch((thrown: unknown) => thrown)
    const facts = error as Error
    const kept = JSON.stringify([Object.entries(facts), facts.message, facts.stack, facts.cause])
    expect(kept).toContain('550')
    expect(kept).not.toMatch(/anna@|482910/)
  })

  it('do not wait for a server that does not respond or does not exist', async () => {
    await using smtp = await smtpSink({ mode: 'silent' })
    await expect(mailAt(smtp.url).send(letter)).rejects.toThrow(/greeting|timeout/i)
    await expect.poll(smtp.connections).toBe(0)
    await expect(mailAt(`smtp://127.0.0.1:${await freePort()}`).send(letter)).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('e-mails without a mail server', () => {
  it('are logged on one line with readable code and links', async () => {
    let lines = ''
    const log = createLog({ destination: { write: (line: string) => (lines += line) } })
    const mail = openMail({ mail: { url: null, from } }, log)
    expect(mail.delivers).toBe('log')
    const link = 'https://earshot.example.org/login?invitation=Zk3_x&code=482910#setup=hush'
    await mail.send({ ...letter, text: `${letter.text}\n${link}` })
    expect(lines.trim().split('\n')).toHaveLength(1)
    const event = JSON.parse(lines) as { level: number; msg: string; letter: string }
    expect(event.level).toBe(40)
    expect(event.msg).toBe('no mail server is configured; this letter would have gone to anna@example.org')
    expect(event.letter).toBe(`Your code is 482910 | Your code is 482910. | It holds for ten minutes. | ${link}`)
  })

  it('do not expose other secrets in the log', async () => {
    let lines = ''
    const log = createLog({ destination: { write: (line: string) => (lines += line) } })
    await openMail({ mail: { url: null, from } }, log).send({ ...letter, to: 'anna@example.org?token=hush' })
    log.warn({ said: '"letter":"?token=hush"', password: 'hush', letter: 'shown' }, '"letter":"?token=hush"')
    expect(lines).not.toContain('hush')
    expect(lines).toContain('shown')
  })
})
