import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { openSpeechEngine } from '#platform/speech/engine.ts'
import { wordErrorRate } from '#test/fixtures/wordErrorRate.ts'
import { testServer } from '#test/server/testServer.ts'

const speech = openSpeechEngine({ threads: 1 })
afterAll(async () => speech.close())

/** A frame encoded by the browser has 36 ms, and a piece has 111 of them. */
const MP3_FRAME_BYTES = 216
const FRAMES_PER_PIECE = 111

it('shows the words of a real speech from its pieces, without changing confirmed ones', async () => {
  await using server = await testServer({ speech })
  const user = await server.user()
  const recording_id = randomBytes(16).toString('hex')
  await user.recorder.begin({ body: { recording_id, filename: 'Cities', start_time: server.clock.now().getTime() } })
  const audio = await readFile('assets/welcome/two-cities.mp3')
  const bytes = FRAMES_PER_PIECE * MP3_FRAME_BYTES
  let confirmed = ''
  let shown = ''
  for (let number = 1; (number - 1) * bytes < audio.length; number++) {
    const body = audio.subarray((number - 1) * bytes, number * bytes)
    const headers = {
      authorization: `Bearer ${user.token}`,
      'content-type': 'audio/mpeg',
      'x-live-words': 'on',
      'x-piece-md5': createHash('md5').update(body).digest('hex'),
      'x-piece-duration': String((body.length / MP3_FRAME_BYTES) * 36),
    }
    await fetch(`${server.url}/api/file/recording/${recording_id}/piece/${number}`, { method: 'PUT', body, headers })
    await server.waitForJobs()
    const { lines, tail } = (await user.recorder.words({ params: { recording_id }, query: {} })).data
    const text = lines.map((line) => line.text).join(' ')
    expect(text.startsWith(confirmed)).toBe(true)
    confirmed = text
    shown = `${text} ${tail?.text ?? ''}`
  }
  const reference = (await readFile('test/fixtures/two-cities.txt', 'utf8')).replaceAll('--', ' ')
  expect(wordErrorRate(reference, shown)).toBeLessThan(0.1)
}, 120_000)
