import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seconds } from '#shared/units.ts'
import { computeTask } from '#platform/compute/compute.ts'
import type { spin } from '#test/fixtures/compute/tasks.compute.ts'
import { HIDDEN_NAMES } from '#test/fixtures/hiddenNames.ts'
import { openShare, partIn, SHARED_SEGMENTS } from '#test/server/openShare.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'

let server: TestServer
let owner: Awaited<ReturnType<typeof openShare>>
let id: string
let url: string

beforeAll(async () => {
  server = await testServer({ settings: { CALLS_PER_MINUTE: '0' } })
  owner = await openShare(server)
  id = await owner.addRecording()
  url = (await owner.createLink(id, { hides_names: true })).url
})
afterAll(() => server[Symbol.asyncDispose]())

/** Returns the visible text of a page. */
const textOf = (page: string) =>
  page
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<\/?(?:p|div|section|li|h\d|span|br|title|main)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#39;/g, "'")
    .replaceAll('&amp;', '&')

const segmentsOf = (speakers: readonly string[], text: string) =>
  speakers.map((speaker, n) => ({
    ...SHARED_SEGMENTS[0]!,
    id: String(n),
    start_time: n * 1000,
    speaker,
    content: text,
    words: [],
  }))

describe('a link that hides names', () => {
  it.each(HIDDEN_NAMES)('of %j opens, and shows of %j in transcript and summary %j', async (speakers, text, shown) => {
    const trans_result = segmentsOf(speakers, text)
    await owner.user.files.change({
      params: { id },
      body: { trans_result, ai_content: text, filename: `Plan: ${text}`.slice(0, 250) },
    })
    const page = await owner.open(url, { headers: { 'accept-language': 'en' } })
    const expected = shown.replaceAll(/<(\d)>/g, 'Speaker $1')
    expect(page.status).toBe(200)
    // In the title, the heading, the summary and the transcript.
    expect(textOf(page.text).split(expected)).toHaveLength(5)
  })

  it('shows no name anywhere in the page, the embedded page, files and file names', async () => {
    const text = 'Jean-Luc Müller-Weiß, jean-luc and Lu**c** met Ливия. Ливией, @jeanluc, J.-L. Müller.'
    const recording = await owner.addRecording(`Call with Jean-Luc Mueller`)
    const { user } = owner
    await user.generate.sumNewNote({
      params: { id: recording },
      body: { summ_type: 'MEETING', summ_type_type: 'system', tab_name: 'Notes of Weiss', post_id: 'p9' },
    })
    await user.notes.addHighlight({
      params: { id: recording },
      body: { id: 'a'.repeat(32), start_time: 0, end_time: 900, text, comment: 'Ask Ливию' },
    })
    await server.waitForJobs()
    await user.files.change({
      params: { id: recording },
      body: {
        trans_result: segmentsOf(['Jean-Luc Müller-Weiß', 'Ливия'], text),
        ai_content: `# Call with Jean-Luc Mueller\n\n## ${text}\n\n- ${text} [0:00](#t=0)\n\n| ${text} |\n|---|\n| ${text} |`,
        outline_result: [{ start_time: 0, end_time: 900, topic: `Luc asks Ливию` }],
      },
    })
    const { data } = await user.share.links({ params: { id: recording } })
    const note_ids = data.recording.notes.map(({ note_id }) => note_id)
    expect(note_ids).toHaveLength(2)
    const link = await owner.createLink(recording, { hides_names: true, allows_download: true, note_ids })
    const page = await owner.open(link.url)
    const [embedded, file, sound] = [
      await owner.open(`${link.url}/embed`),
      await owner.open(partIn(page.text, 'text')),
      await owner.open(partIn(page.text, 'download')),
    ]
    const everything = [page, embedded, file, sound].map(({ status, headers, text: body }, n) => {
      expect(status).toBe(200)
      return `${JSON.stringify([...headers])} ${n < 3 ? textOf(body) : ''}`
    })
    for (const each of everything) expect(each).not.toMatch(/jean|\bluc\b|müller|mueller|wei(ß|ss)|ливи/i)
    expect(page.text).toContain('Highlights')
    expect(sound.headers.get('content-disposition')).toContain('filename="Call with Speaker 1.wav"')
    expect(file.headers.get('content-disposition')).toContain('filename="Call with Speaker 1.txt"')
  })

  it('opens with 3,000 speakers', async () => {
    const speakers = Array.from({ length: 3000 }, (_, n) => `Anna${n.toString(36)}x Müller-${n}`)
    const trans_result = segmentsOf(speakers, 'and so on').map((each, n) => ({ ...each, content: `${speakers.at(-n)} said it.` }))
    const { id: large } = await server.uploadFile({ seconds: 3600 })
    await owner.user.files.change({ params: { id: large }, body: { trans_result, ai_content: 'Text' } })
    const page = await owner.open((await owner.createLink(large, { hides_names: true })).url)
    expect([page.status, /Anna\w+x|Müller/.test(page.text)]).toEqual([200, false])
    expect(page.text).toContain('Speaker 3000')
  })
})

describe('a page that cannot be rendered', () => {
  it('shows an error while too many pages of the same account wait, and works again afterwards', async () => {
    const module = new URL('../../../../test/fixtures/compute/tasks.compute.ts', import.meta.url)
    const SPIN = computeTask<typeof spin>(module, 'spin')
    const gone = new AbortController()
    const options = { queue: owner.user.id, budget: seconds(60), signal: gone.signal }
    const tasks = Array.from({ length: 31 }, () => server.ctx.compute.run(SPIN, null, options).catch(() => 'ended'))
    const page = await owner.open(url)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10'])
    expect(page.text).toContain('Wait a minute and try again.')
    gone.abort()
    await Promise.all(tasks)
    expect((await owner.open(url)).status).toBe(200)
  })
})
