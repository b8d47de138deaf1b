import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hours } from '#shared/units.ts'
import { spawnEarshot } from '#test/process/startEarshot.ts'
import { openShare } from '#test/server/openShare.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'

let server: TestServer
let operator: Awaited<ReturnType<typeof openShare>>
let id: string

beforeAll(async () => {
  server = await testServer()
  // The first account manages the server.
  operator = await openShare(server, 'operator')
  id = await operator.addRecording()
})
afterAll(() => server[Symbol.asyncDispose]())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  operator.open(`${url}/report`, {
    method: 'POST',
    headers: { ...FORM, ...headers },
    body: new URLSearchParams(fields).toString(),
  })

/** Returns the e-mails about a link. */
async function mailsAbout(linkId: string) {
  await server.waitForJobs()
  return server.sentMails.filter(({ text }) => text.includes(linkId))
}

async function runReports(...args: string[]) {
  const settings = { DATABASE_URL: server.config.databaseUrl ?? '', DATA_DIR: server.config.dataDir }
  const { exited, output } = spawnEarshot(['reports', ...args], settings)
  return { code: await exited, output: output() }
}

describe('a report about a link', () => {
  it('is linked from the page, needs no script, and reaches the operator as text', async () => {
    const { url, link_id } = await operator.createLink(id)
    const page = await operator.open(url)
    const address = /href="(\/share\/[^"]*\/report)"/.exec(page.text)?.[1] ?? ''
    const form = await operator.open(address)
    expect(form.status).toBe(200)
    expect(form.text).toContain('What is wrong?')
    expect(form.text).not.toContain('<script')
    expect(form.headers.get('cache-control')).toBe('private, no-store')
    const details = 'It shows my address.\r\n<script>alert(1)</script>\u202e'
    const sent = await send(url, { reason: 'private', details, email: 'reader@example.org' })
    expect([sent.status, sent.text.includes('Report sent')]).toEqual([200, true])
    const [mail, ...others] = await mailsAbout(link_id)
    expect(others).toEqual([])
    expect(mail?.to).toBe('operator@example.org')
    expect(mail?.text).toContain(new URL(url).pathname)
    expect(mail?.text).toContain('Reply to: reader@example.org')
    expect(mail?.text).toContain('> It shows my address.\n> <script>alert(1)</script>\n')
    expect(mail?.text).not.toContain('\u202e')
  })

  it('is in the language of the reader', async () => {
    const { url } = await operator.createLink(id)
    const form = await operator.open(`${url}/report`, { headers: { 'accept-language': 'de-DE' } })
    expect(form.text).toContain('Diese Aufnahme melden')
  })

  it.each([
    ['without a reason', { details: 'x', email: '' }],
    ['with a reason that is not offered', { reason: 'spam', details: '', email: '' }],
    ['with an address that is none', { reason: 'other', details: '', email: 'nobody' }],
    ['with a text that is too long', { reason: 'other', details: 'x'.repeat(2001), email: '' }],
  ])('is not sent %s, and the input is kept', async (_, fields) => {
    const { url, link_id } = await operator.createLink(id)
    const page = await send(url, fields)
    expect(page.status).toBe(422)
    expect(page.text).toContain(`rows="4" maxlength="2000">${fields.details}</textarea>`)
    expect(await mailsAbout(link_id)).toEqual([])
  })

  it('is refused from another site, before the password was entered, and for a link that does not exist', async () => {
    const open = await operator.createLink(id)
    expect((await send(open.url, { reason: 'other' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(422)
    const locked = await operator.createLink(id, { password: 'open sesame' })
    expect((await send(locked.url, { reason: 'other' })).status).toBe(303)
    expect((await operator.open(`${locked.url}/report`)).status).toBe(303)
    expect((await send('/share/AAAAAAAAAAAAAAAAAAAAAAAA', { reason: 'other' })).status).toBe(404)
    const revoked = await operator.createLink(id)
    await operator.user.share.change({ params: { link_id: revoked.link_id }, body: { revoked: true } })
    expect((await send(revoked.url, { reason: 'other' })).status).toBe(404)
    for (const { link_id } of [open, locked, revoked]) expect(await mailsAbout(link_id)).toEqual([])
  })

  it('is sent five times in an hour from one network', async () => {
    server.clock.advance(hours(2))
    const { url, link_id } = await operator.createLink(id)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await send(url, { reason: 'other', details: '', email: '' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await mailsAbout(link_id)).toHaveLength(5)
    server.clock.advance(hours(2))
  })

  it('about the link of another account goes to the operator only, and the owner sees the reason but not the reader', async () => {
    const other = await openShare(server, 'berta')
    const link = await other.createLink(await other.addRecording())
    expect((await send(link.url, { reason: 'illegal', details: 'secret words', email: 'reader@example.org' })).status).toBe(200)
    expect((await mailsAbout(link.link_id)).map(({ to }) => to)).toEqual(['operator@example.org'])
    const seen = JSON.stringify([
      (await other.user.share.links({ params: { id: link.link_id } }).catch(() => null))?.data,
      (await other.user.share.views({ params: { link_id: link.link_id }, query: { limit: 10 } })).data,
    ])
    expect(seen).not.toContain('reader@example.org')
    const listed = await runReports('list')
    expect(listed.output).toContain('secret words')
    expect((await runReports('end', link.link_id)).output).toContain('The link was ended.')
    expect((await other.open(link.url)).status).toBe(404)
    expect((await runReports('list')).output).toMatch(new RegExp(`${link.link_id}.*ended`))
    expect(await runReports('end', 'none')).toMatchObject({ code: 65 })
    expect(await runReports('start')).toMatchObject({ code: 64 })
  })

  it('is deleted with its link', async () => {
    server.clock.advance(hours(2))
    const { url, link_id } = await operator.createLink(id)
    await send(url, { reason: 'other', details: '', email: '' })
    await operator.user.share.remove({ params: { link_id } })
    expect((await runReports()).output).not.toContain(link_id)
  })
})
