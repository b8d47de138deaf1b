import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { openShare, partIn, SHARED_SEGMENTS, SHARED_SUMMARY } from '#test/server/openShare.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'

type Case = { name: string; run: (setup: Setup) => Promise<void> }
type Setup = Awaited<ReturnType<typeof openShare>> & { server: TestServer; id: string }

const pathOf = (url: string) => new URL(url).pathname
/** The page shown for every missing link. Its nonce differs each time. */
const withoutNonce = (page: string) => page.replaceAll(/nonce="[^"]*"/g, '')
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const XSS = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'>'

/** Abuse cases of sharing, with their numbers in the list of abuse cases if they have one. */
const CASES: readonly Case[] = [
  {
    name: '8: tokens that are guessed, cut, extended, or changed in one character get the same page as no link',
    run: async ({ id, createLink, open }) => {
      const { url } = await createLink(id)
      const token = pathOf(url).slice('/share/'.length)
      const none = await open('/share/AAAAAAAAAAAAAAAAAAAAAAAA')
      expect(none.status).toBe(404)
      const swapped = (token[5] === 'A' ? 'B' : 'A') + token.slice(6)
      for (const guess of [
        token.slice(1),
        `${token}A`,
        token.toLowerCase(),
        token.slice(0, 5) + swapped,
        '..%2f..%2fetc',
        'a',
        "'or 1=1--",
      ]) {
        const page = await open(`/share/${guess}`)
        expect([guess, page.status, withoutNonce(page.text)]).toEqual([guess, 404, withoutNonce(none.text)])
      }
    },
  },
  {
    name: '8: revoked, expired, in the trash, deleted, and of a removed account: one page, with the same headers',
    run: async ({ server, user, id, addRecording, createLink, open }) => {
      const none = await open('/share/AAAAAAAAAAAAAAAAAAAAAAAA')
      const expectGone = async (url: string) => {
        for (const address of [url, `${url}/embed`]) {
          const page = await open(address)
          expect([page.status, withoutNonce(page.text)]).toEqual([404, withoutNonce(none.text)])
          expect(page.headers.get('cache-control')).toBe('private, no-store')
        }
        expect((await open(url, { method: 'POST', headers: form, body: 'password=x' })).status).toBe(404)
      }
      const revoked = await createLink(id)
      await user.share.change({ params: { link_id: revoked.link_id }, body: { revoked: true } })
      await expectGone(revoked.url)
      const expiring = await createLink(id, { expires_at: server.clock.now().getTime() + hours(1) })
      expect((await open(expiring.url)).status).toBe(200)
      server.clock.advance(hours(1))
      await expectGone(expiring.url)
      const { url } = await createLink(id)
      const trashed = await addRecording()
      const trashedLink = await createLink(trashed)
      await user.files.trash({ body: [trashed] })
      await expectGone(trashedLink.url)
      await user.files.untrash({ body: [trashed] })
      expect((await open(trashedLink.url)).status).toBe(200)
      await user.files.remove({ query: {}, body: [trashed] })
      await expectGone(trashedLink.url)
      await executeSql(server.ctx.db, 'delete from account where user_id = $1', [user.id])
      await expectGone(url)
    },
  },
  {
    name: '9: a token of a link opens no call of the API',
    run: async ({ server, id, createLink }) => {
      const token = pathOf((await createLink(id)).url).slice('/share/'.length)
      for (const path of ['/file/simple/web', `/share/links/${id}`, `/file/peaks/${id}`, '/user/me'])
        expect((await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    },
  },
  {
    name: '10: fields of the table in a body are ignored',
    run: async ({ server, user, id, addRecording, open }) => {
      const other = await addRecording('Other')
      const ben = await server.user('ben')
      const more = { user_id: ben.id, file_id: other, generation: 7, token_hash: 'aa', is_client: true, view_count: 99 }
      const { data } = await user.share.create({ params: { id }, body: { label: 'Mine', ...more } as object })
      await user.share.change({ params: { link_id: data.link_id }, body: { ...more, shows_audio: false } as object })
      expect((await user.share.links({ params: { id } })).data.links).toMatchObject([
        { label: 'Mine', is_client: false, view_count: 0, shows_audio: false, url: data.url },
      ])
      expect((await user.share.links({ params: { id: other } })).data.links).toEqual([])
      expect((await open(data.url!)).text).toContain('Interview with Dr. Okafor')
    },
  },
  {
    name: '19: a token of a link is no access token, a pass is no token, and an access token is no link',
    run: async ({ server, user, id, createLink, open }) => {
      const { preview_url } = await createLink(id)
      const pass = new URL(preview_url!).searchParams.get('preview')!
      const asked = await fetch(`${server.url}/api/user/me`, { headers: { authorization: `Bearer ${pass}` } })
      expect(asked.status).toBe(401)
      expect((await open(`/share/${user.token}`)).status).toBe(404)
      expect((await open(`/share/${pass}`)).status).toBe(404)
    },
  },
  {
    name: '28-31: markup in title, transcript, summary, names, label and nickname stays text',
    run: async ({ user, addRecording, createLink, open }) => {
      const id = await addRecording(XSS)
      await user.me.changeSettings({ body: { nickname: '<b onmouseover=alert(3)>' } })
      const markdown = `# ${XSS}\n\n${XSS} [a](javascript:alert(4)) [b](data:text/html,x) ![c](https://evil.example/x.png)\n\n<iframe src=//evil.example></iframe>\n\n[ok](https://example.org/"onclick=alert(5)) <https://example.net>`
      const trans_result = SHARED_SEGMENTS.map((each) => ({ ...each, speaker: XSS, content: XSS }))
      await user.files.change({ params: { id }, body: { trans_result, ai_content: markdown } })
      const { url } = await createLink(id, { label: XSS })
      for (const address of [url, `${url}/embed`]) {
        const { text } = await open(address)
        expect(text).not.toMatch(/<img|<script>|<iframe|<b |javascript:|data:text|evil\.example\/x\.png"/i)
        expect([...text.matchAll(/<script[^>]*>/g)]).toHaveLength(1)
        expect(text).not.toMatch(/<[^>]*\son\w+=/)
        expect(text).toContain('rel="noopener nofollow noreferrer"')
        expect(text).toContain('&lt;script&gt;alert(2)&lt;/script&gt;')
      }
    },
  },
  {
    name: '30: characters that turn the direction of a text are removed from page, title and name of a download',
    run: async ({ addRecording, createLink, open }) => {
      const id = await addRecording('cod\u202e3pm.exe\u2066')
      const page = await open((await createLink(id, { allows_download: true })).url)
      expect(page.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      for (const name of ['download', 'text'] as const) {
        const { headers } = await open(partIn(page.text, name))
        expect(headers.get('content-disposition')).toMatch(
          /^attachment; filename="cod3pm\.exe\.(wav|txt)"; filename\*=UTF-8''[\w.]+$/,
        )
      }
    },
  },
  {
    name: '72: pages, audio and refusals of a link are kept in no cache',
    run: async ({ id, createLink, open }) => {
      const { url } = await createLink(id, { password: 'rains' })
      const plain = await createLink(id, { allows_download: true })
      const page = await open(plain.url)
      for (const address of [
        url,
        plain.url,
        '/share/none',
        ...(['audio', 'download', 'text'] as const).map((name) => partIn(page.text, name)),
      ])
        expect((await open(address)).headers.get('cache-control')).toBe('private, no-store')
    },
  },
  {
    name: 'passwords: a wrong one shows nothing, and guessing ends after ten tries from a network',
    run: async ({ server, id, createLink, open }) => {
      const { url } = await createLink(id, { password: 'rains' })
      const enter = (password: string) =>
        open(url, { method: 'POST', headers: form, body: new URLSearchParams({ password }).toString() })
      expect((await open(url)).text).not.toMatch(/nurses|Okafor/)
      const wrong = await enter('rain')
      expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null])
      expect(wrong.text).not.toMatch(/nurses|Okafor/)
      const right = await enter('rains')
      expect([right.status, right.headers.get('location')]).toEqual([303, pathOf(url)])
      const cookie = right.headers.get('set-cookie')!.split(';')[0]!
      expect((await open(url, { cookie })).text).toContain('The nurses stayed')
      for (let n = 0; n < 10; n++) expect((await enter(`guess ${n}`)).status).toBe(403)
      const limited = await enter('rains')
      expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
      server.clock.advance(minutes(15))
      expect((await enter('rains')).status).toBe(303)
      expect((await open(url, { method: 'POST', headers: form, body: `password=${'x'.repeat(10_000)}` })).status).toBe(413)
    },
  },
  {
    name: 'passes: of another link, changed, expired, or from before a new password or address, they open nothing',
    run: async ({ server, user, id, createLink, open }) => {
      const [a, b] = [await createLink(id, { password: 'rains' }), await createLink(id, { password: 'rains' })]
      const passFor = async (url: string) =>
        (await open(url, { method: 'POST', headers: form, body: 'password=rains' })).headers.get('set-cookie')!.split(';')[0]!
      const cookie = await passFor(a.url)
      const isOpen = async (url: string, value: string) => (await open(url, { cookie: value })).text.includes('The nurses stayed')
      expect([await isOpen(a.url, cookie), await isOpen(b.url, cookie)]).toEqual([true, false])
      expect(await isOpen(a.url, cookie.replace('reader', 'owner'))).toBe(false)
      expect(
        await isOpen(
          a.url,
          cookie.replace(/\.(\d+)\./, (_, expires: string) => `.${Number(expires) + 1}.`),
        ),
      ).toBe(false)
      await user.share.change({ params: { link_id: a.link_id }, body: { password: 'floods' } })
      expect(await isOpen(a.url, cookie)).toBe(false)
      const later = await passFor(b.url)
      const { data: renewed } = await user.share.renew({ params: { link_id: b.link_id } })
      expect(await isOpen(renewed.url!, later)).toBe(false)
      const last = await passFor(renewed.url!)
      server.clock.advance(hours(12))
      expect(await isOpen(renewed.url!, last)).toBe(false)
    },
  },
  {
    name: 'audio: an address of one link with the token of another, changed or expired, gets 404',
    run: async ({ server, id, addRecording, createLink, open }) => {
      const other = await createLink(await addRecording('Other'))
      const { url } = await createLink(id)
      const audio = partIn((await open(url)).text, 'audio')
      expect((await open(audio)).status).toBe(200)
      const query = audio.slice(audio.indexOf('?'))
      const changed = [
        `${pathOf(other.url)}/audio${query}`,
        `${pathOf(url)}/audio`,
        `${pathOf(url)}/download${query}`,
        `${pathOf(url)}/text${query}`,
        audio.replace(/v=\w+/, 'v='),
        audio.replace(/e=(\d+)/, (_, expires: string) => `e=${Number(expires) + 1}`),
        `${audio}&s=x`,
      ]
      for (const address of changed) expect([address, (await open(address)).status]).toEqual([address, 404])
      server.clock.advance(hours(6))
      expect((await open(audio)).status).toBe(404)
    },
  },
  {
    name: 'audio: after revoking, another clip, a password, and without audio or download its address is dead at once',
    run: async ({ user, id, createLink, open }) => {
      const { url, link_id } = await createLink(id, { allows_download: true })
      const change = (body: object) => user.share.change({ params: { link_id }, body })
      const status = async (address: string) => (await open(address)).status
      const page = async () => (await open(url)).text
      for (const [before, after] of [
        [{ revoked: true }, { revoked: false }],
        [{ clip: { start_ms: 0, end_ms: 5000 } }, { clip: null }],
        [{ shows_audio: false }, { shows_audio: true }],
      ]) {
        const [audio, download] = [partIn(await page(), 'audio'), partIn(await page(), 'download')]
        expect([await status(audio), await status(download)]).toEqual([200, 200])
        await change(before!)
        expect([await status(audio), await status(download)]).toEqual([404, 404])
        await change(after!)
      }
      const text = await page()
      await change({ allows_download: false })
      expect([
        await status(partIn(text, 'audio')),
        await status(partIn(text, 'download')),
        await status(partIn(text, 'text')),
      ]).toEqual([200, 404, 404])
      await change({ password: 'rains' })
      expect(await status(partIn(text, 'audio'))).toBe(404)
    },
  },
  {
    name: 'audio: a response that is running ends when the link is revoked',
    run: async ({ server, user, createLink, open }) => {
      const { id } = await server.uploadFile({ seconds: 600 })
      const { url, link_id } = await createLink(id)
      const audio = partIn((await open(url)).text, 'audio')
      const response = await fetch(server.url + audio)
      const reader = response.body!.getReader()
      let received = (await reader.read()).value!.length
      await user.share.change({ params: { link_id }, body: { revoked: true } })
      server.clock.advance(1000)
      const readRest = async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) received += part.value.length
      }
      await expect(readRest()).rejects.toThrow()
      expect(received).toBeLessThan(Number(response.headers.get('content-length')))
    },
  },
  {
    name: 'clips: reversed, negative, beyond the end, too short and huge bounds are refused',
    run: async ({ user, id }) => {
      const refusal = async (clip: unknown) =>
        expectRefusal(user.share.create({ params: { id }, body: { clip } as { clip: { start_ms: number; end_ms: number } } }))
      for (const [start_ms, end_ms] of [
        [20_000, 10_000],
        [0, 0],
        [0, 30_001],
        [29_999, 30_000],
      ])
        expect((await refusal({ start_ms, end_ms })).refusal).toBe('clipOutside')
      for (const clip of [
        { start_ms: -5, end_ms: 5000 },
        { start_ms: 0, end_ms: 1e12 },
        { start_ms: 0.5, end_ms: 5000 },
        { start_ms: 0 },
      ])
        expect((await refusal(clip)).httpStatus).toBe(422)
    },
  },
  {
    name: 'limits: the page takes 60 calls a minute from a network, and says when to come back',
    run: async ({ id, createLink, open }) => {
      const { url } = await createLink(id)
      const pages = await Promise.all(Array.from({ length: 62 }, () => open(url, { method: 'HEAD' })))
      const limited = pages.filter(({ status }) => status === 429)
      expect(limited.length).toBeGreaterThanOrEqual(1)
      expect(Number(limited[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    },
  },
  {
    name: 'sizes: a label of 100,000 characters, a long password and 1,000 notes are refused, deep Markdown is shown',
    run: async ({ user, id, createLink, open }) => {
      const body = (change: object) => expectRefusal(user.share.create({ params: { id }, body: change }))
      expect((await body({ label: 'x'.repeat(100_000) })).httpStatus).toBe(413)
      expect((await body({ label: 'x'.repeat(1000) })).httpStatus).toBe(422)
      expect((await body({ password: 'x'.repeat(1000) })).httpStatus).toBe(422)
      expect((await body({ note_ids: Array.from({ length: 1000 }, (_, n) => `n${n}`) })).httpStatus).toBe(422)
      await user.files.change({ params: { id }, body: { ai_content: `${'>'.repeat(5000)} deep\n\n${SHARED_SUMMARY}` } })
      const page = await open((await createLink(id)).url)
      expect([page.status, page.text.includes('Forty clinics')]).toEqual([200, true])
    },
  },
  {
    name: 'notes: an id of another recording or account shows nothing',
    run: async ({ server, user, id, addRecording, createLink, open }) => {
      const mine = await addRecording('Other')
      await user.generate.sumNewNote({
        params: { id: mine },
        body: { summ_type: 'MEETING', summ_type_type: 'system', tab_name: 'Secret notes', post_id: 'p1' },
      })
      await server.waitForJobs()
      const { data } = await user.notes.queryNote({ headers: { 'file-id': mine }, query: {} })
      const noteIds = data.map(({ note_id }) => note_id)
      expect((await open((await createLink(mine, { note_ids: noteIds })).url)).text).toContain('Secret notes')
      expect((await open((await createLink(id, { note_ids: noteIds })).url)).text).not.toContain('Secret notes')
    },
  },
]

describe('abuse of sharing', () => {
  it.each(CASES.map(({ name, run }) => [name, run] as const))('%s', async (_name, run) => {
    expect.hasAssertions()
    await using server = await testServer({ settings: { CALLS_PER_MINUTE: '0' } })
    const setup = await openShare(server)
    await run({ ...setup, server, id: await setup.addRecording() })
  })
})
