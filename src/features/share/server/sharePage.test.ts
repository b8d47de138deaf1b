import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { hours, days } from '#shared/units.ts'
import { openShare, partIn, SAFARI } from '#test/server/openShare.ts'
import { testServer } from '#test/server/testServer.ts'

const textOf = (page: string) =>
  page
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('the page of a link (A§2, B§2)', () => {
  it('shows summary, transcript and audio without a script, and is neither indexed nor cached', async () => {
    await using server = await testServer()
    const { user, addRecording, createLink, open } = await openShare(server)
    await user.me.changeSettings({ body: { nickname: 'Lena Brandt' } })
    const { url } = await createLink(await addRecording(), { expires_at: server.clock.now().getTime() + days(3) })
    const page = await open(url)
    const text = textOf(page.text)
    for (const shown of [
      'Shared by Lena Brandt',
      'Available until',
      'Interview with Dr. Okafor',
      'Forty clinics before the rains.',
    ])
      expect(text).toContain(shown)
    expect(text).toContain('0:10 Dr. Okafor The nurses stayed.')
    expect(text).not.toContain('By a model')
    expect(page.text).toMatch(/<audio[^>]* controls preload="none"/)
    expect(page.text).toMatch(/<a class="t" href="[^"]*\/audio\?[^"]*#t=10"/)
    expect(page.text).toContain('<a class="cite" href="#p10000"')
    expect(page.text).toContain('<meta name="robots" content="noindex, nofollow, noarchive" />')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-[\w+/=]+'; .*script-src 'nonce-[\w+/=]+'; .*frame-ancestors 'none'$/,
    )
    expect(page.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('shows only the chosen parts', async () => {
    await using server = await testServer()
    const { addRecording, createLink, open } = await openShare(server)
    const id = await addRecording()
    const nothing = { shows_summary: false, shows_transcript: false, shows_audio: false }
    const pageWith = async (settings: object) => (await open((await createLink(id, { ...nothing, ...settings })).url)).text
    expect(textOf(await pageWith({}))).toContain('This link shows nothing at the moment.')
    const summary = await pageWith({ shows_summary: true })
    expect(summary).toContain('Forty clinics')
    expect(summary).not.toMatch(/The nurses stayed|<audio|\/download|\/text\?/)
    const audio = await pageWith({ shows_audio: true, allows_download: true })
    expect(audio).not.toMatch(/Forty clinics|The nurses stayed|\/text\?/)
    expect(partIn(audio, 'download')).toBeTruthy()
    const transcript = await pageWith({ shows_transcript: true, allows_download: true })
    expect(transcript).not.toMatch(/Forty clinics|<audio|\/download\?/)
    expect(partIn(transcript, 'text')).toBeTruthy()
  })

  it('shows for a clip its passages, cut between words, with the times of the recording, and the lines that cite it', async () => {
    await using server = await testServer()
    const { addRecording, createLink, open } = await openShare(server)
    const { url } = await createLink(await addRecording(), { clip: { start_ms: 1000, end_ms: 12_500 }, allows_download: true })
    const page = await open(url)
    const text = textOf(page.text)
    expect(text).toContain('0:01 Lena Brandt in spring that forty was out of reach.')
    expect(text).toContain('0:10 Dr. Okafor The nurses stayed. Thank you,')
    expect(text).not.toMatch(/You said|Lena, for the question|who pays|Transport is paid|The pilot works/)
    expect(text).toContain('Forty clinics before the rains.')
    expect(text).toContain('Excerpt')
    const file = await open(partIn(page.text, 'text'))
    expect(file.text).toContain('0:10  Dr. Okafor\nThe nurses stayed. Thank you,')
    expect(file.text).not.toContain('who pays')
  })

  it('hides names of speakers in transcript, summary, title and downloads', async () => {
    await using server = await testServer()
    const { user, addRecording, createLink, open } = await openShare(server)
    await user.me.changeSettings({ body: { nickname: 'Lena Brandt' } })
    const { url } = await createLink(await addRecording(), { hides_names: true, allows_download: true })
    const page = await open(url)
    expect(page.text).not.toMatch(/Lena|Brandt|Okafor/)
    const text = textOf(page.text)
    expect(text).toContain('Interview with Speaker 2')
    expect(text).toContain('0:10 Speaker 2 The nurses stayed. Thank you, Speaker 1, for the question.')
    expect(text).toContain('Transport is paid by Speaker 1.')
    const [sound, file] = [await open(partIn(page.text, 'download')), await open(partIn(page.text, 'text'))]
    expect(sound.headers.get('content-disposition')).toContain('filename="Interview with Speaker 2.wav"')
    expect(file.text).not.toMatch(/Lena|Brandt|Okafor/)
  })

  it('is in the language of the visitor, or that of ?lang', async () => {
    await using server = await testServer()
    const { addRecording, createLink, open } = await openShare(server)
    const { url } = await createLink(await addRecording(), { hides_names: true })
    const german = await open(url, { headers: { 'accept-language': 'xx, de-AT;q=0.9, en;q=0.8' } })
    expect(german.text).toContain('<html lang="de-DE">')
    expect(textOf(german.text)).toContain('Sprecher 2')
    expect((await open(`${url}?lang=zh_TW`)).text).toContain('<html lang="zh-TW">')
    expect((await open(url, { headers: { 'accept-language': '' } })).text).toContain('<html lang="en-US">')
  })

  it('is served below every base path (A§2)', async () => {
    await using server = await testServer()
    const { addRecording, createLink, open } = await openShare(server)
    const { url } = await createLink(await addRecording())
    const moved = await open(`/web7${new URL(url).pathname}?lang=de`)
    expect([moved.status, moved.headers.get('location')]).toEqual([308, `${new URL(url).pathname}?lang=de`])
    expect((await open('/web7/share/abc')).headers.get('x-robots-tag')).toContain('noindex')
  })

  it('can be embedded in other pages, under a separate security policy', async () => {
    await using server = await testServer()
    const { addRecording, createLink, open } = await openShare(server)
    const { url } = await createLink(await addRecording())
    const embedded = await open(`${url}/embed`)
    expect(embedded.text).toContain('The nurses stayed')
    expect(embedded.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(embedded.headers.get('x-frame-options')).toBeNull()
    const locked = await createLink(await addRecording(), { password: 'rains' })
    const page = await open(`${locked.url}/embed`)
    expect(page.text).not.toMatch(/The nurses stayed|<form/)
    expect(page.text).toContain(`href="${new URL(locked.url).pathname}"`)
  })

  it('serves its script under an address that changes with it', async () => {
    await using server = await testServer()
    const { addRecording, createLink, open } = await openShare(server)
    const page = await open((await createLink(await addRecording())).url)
    const address = /<script nonce="[^"]+" src="([^"]+)" defer>/.exec(page.text)?.[1] ?? ''
    const script = await open(address)
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.headers.get('cache-control')).toContain('immutable')
    expect(() => new Script(script.text)).not.toThrow()
  })
})

describe('the audio of a link', () => {
  it('is sent whole or in ranges', async () => {
    await using server = await testServer()
    const { addRecording, createLink, open } = await openShare(server)
    const audio = partIn((await open((await createLink(await addRecording())).url)).text, 'audio')
    const whole = await open(audio)
    expect([whole.status, whole.bytes.length]).toEqual([200, 44 + 30 * 32_000])
    expect(whole.headers.get('cache-control')).toBe('private, no-store')
    const part = await open(audio, { range: 'bytes=100-199' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.bytes.length}`])
    expect(part.bytes.equals(whole.bytes.subarray(100, 200))).toBe(true)
  })

  it('of a clip is cut, so that no range reaches the rest', async () => {
    await using server = await testServer()
    const { addRecording, createLink, open } = await openShare(server)
    const id = await addRecording()
    const whole = await open(partIn((await open((await createLink(id)).url)).text, 'audio'))
    const { url } = await createLink(id, { clip: { start_ms: 10_000, end_ms: 12_000 } })
    const audio = partIn((await open(url)).text, 'audio')
    const clip = await open(audio)
    expect(clip.bytes.length).toBe(44 + 2 * 32_000)
    expect(clip.bytes.subarray(44).equals(whole.bytes.subarray(44 + 320_000, 44 + 384_000))).toBe(true)
    const size = clip.bytes.length
    expect((await open(audio, { range: `bytes=${size}-` })).status).toBe(416)
    expect((await open(audio, { range: 'bytes=-99999999' })).bytes.length).toBe(size)
    const edge = await open(audio, { range: `bytes=40-${size + 1_000_000}` })
    expect(edge.bytes.equals(clip.bytes.subarray(40))).toBe(true)
    expect((await open(audio, { method: 'HEAD' })).headers.get('content-length')).toBe(String(size))
  })
})

describe('the views of a link', () => {
  it('record time, device and actions, but no address', async () => {
    await using server = await testServer()
    const { user, addRecording, createLink, open } = await openShare(server)
    const id = await addRecording()
    const { url, link_id } = await createLink(id, { allows_download: true })
    const first = await open(url)
    await open(partIn(first.text, 'audio'))
    server.clock.advance(hours(1))
    const second = await open(url, { agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' })
    await open(partIn(second.text, 'download'))
    await open(partIn(second.text, 'text'))
    const { data } = await user.share.views({ params: { link_id }, query: {} })
    expect(data).toMatchObject({
      total: 2,
      list: [
        { browser: 'Firefox', system: 'Linux', has_listened: false, downloads: ['audio', 'text'] },
        { browser: 'Safari', system: 'iPhone', has_listened: true, downloads: [] },
      ],
    })
    const [link] = (await user.share.links({ params: { id } })).data.links
    expect(link).toMatchObject({ view_count: 2, last_viewed_at: server.clock.now().getTime() })
    expect(JSON.stringify(data)).not.toMatch(/127\.0|::1/)
  })

  it("do not include programs, HEAD requests, prefetched pages, or the owner's preview", async () => {
    await using server = await testServer()
    const { user, addRecording, createLink, open } = await openShare(server)
    const id = await addRecording()
    const { url, link_id, preview_url } = await createLink(id, { password: 'rains' })
    const preview = await open(preview_url!)
    expect([preview.status, preview.headers.get('location')]).toEqual([303, new URL(url).pathname])
    const cookie = preview.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^earshot_share=owner\..*; Path=\/share\/[\w-]{24}; Max-Age=3600; HttpOnly; SameSite=Lax$/)
    const page = await open(url, { cookie: cookie.split(';')[0]! })
    expect(page.text).toContain('The nurses stayed')
    await open(partIn(page.text, 'audio'))
    await user.share.change({ params: { link_id }, body: { password: null } })
    await open(url, { method: 'HEAD' })
    await open(url, { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    await open(url, { agent: 'WhatsApp/2.23' })
    await open(url, { headers: { 'sec-purpose': 'prefetch' } })
    expect((await user.share.views({ params: { link_id }, query: {} })).data).toEqual({ total: 0, list: [] })
    await open(url, { agent: SAFARI })
    expect((await user.share.views({ params: { link_id }, query: {} })).data.total).toBe(1)
    server.clock.advance(hours(1))
    expect((await open(preview_url!)).status).toBe(200)
  })
})
