import type { ShareChange } from '#features/share/contract.ts'
import { createToneWav } from '../fixtures/sound/createToneWav.ts'
import type { TestServer } from './testServer.ts'
import { uploadRecording } from './user.ts'

/** The user agent of a person's browser. */
export const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

export const SHARED_SUMMARY = [
  '# Interview with Dr. Okafor',
  '*Read in full. By a model.*',
  'The pilot works where Dr. Okafor kept the nurses.',
  '## What was decided',
  '- Forty clinics before the rains. [0:10](#t=10000)',
  '- Transport is paid by Lena. [0:20](#t=20000)',
].join('\n\n')

const words = (start: number, text: string): [number, number, string, number][] =>
  text.split(' ').map((word, n) => [start + n * 500, start + n * 500 + 400, word, 0.9])

const segment = (id: string, start: number, speaker: string, content: string) => ({
  id,
  start_time: start,
  end_time: start + 9000,
  speaker,
  original_speaker: speaker,
  content,
  language: 'en',
  words: words(start, content),
})

export const SHARED_SEGMENTS = [
  segment('1', 0, 'Lena Brandt', 'You said in spring that forty was out of reach.'),
  segment('2', 10_000, 'Dr. Okafor', 'The nurses stayed. Thank you, Lena, for the question.'),
  segment('3', 20_000, 'Lena Brandt', 'And who pays for the transport?'),
]

type Visit = { cookie?: string; agent?: string; method?: string; range?: string; headers?: Record<string, string>; body?: string }

/** Returns a user who shares recordings, and functions that open the pages as a person without an account. */
export async function openShare(server: TestServer, name = 'anna') {
  const user = await server.user(name)
  const addRecording = async (title = 'Interview with Dr. Okafor') => {
    const { id } = await uploadRecording(user, createToneWav(30), { name: title })
    await user.files.change({
      params: { id },
      body: { trans_result: SHARED_SEGMENTS, ai_content: SHARED_SUMMARY, support_mul_summ: true },
    })
    await server.waitForJobs()
    return id
  }
  const createLink = async (fileId: string, settings: ShareChange = {}) => {
    const { data } = await user.share.create({ params: { id: fileId }, body: settings })
    return { ...data, url: data.url ?? '' }
  }
  const open = async (url: string, { cookie, agent = SAFARI, method = 'GET', range, headers = {}, body }: Visit = {}) => {
    const response = await fetch(new URL(url, server.url), {
      method,
      redirect: 'manual',
      headers: { 'user-agent': agent, 'accept-language': 'en', ...(cookie && { cookie }), ...(range && { range }), ...headers },
      ...(body !== undefined && { body }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') }
  }
  return { user, addRecording, createLink, open }
}

/** Returns the URL of a part that a page links to. */
export function partIn(page: string, name: 'audio' | 'download' | 'text'): string {
  const found = new RegExp(`(?:src|href)="(/share/[^"#]*/${name}\\?[^"#]*)`).exec(page)?.[1]
  if (!found) throw new Error(`the page has no ${name}`)
  return found.replaceAll('&amp;', '&')
}
