import { describe, expect, it } from 'vitest'
import { spokenEveryHalfSecond, startSpeechServer, type SpeechReply } from '#test/fakes/speech/startSpeechServer.ts'
import { createWindowSender } from './sendWindow.ts'

const never = new AbortController().signal
const pcm = new Float32Array(16_000).fill(0.5)

/** Sends a window of one second to a server that sends these replies in order, and then repeats the last one. */
async function sendTo(
  replies: readonly SpeechReply[],
  request: { language?: string; glossary?: string[]; signal?: AbortSignal } = {},
) {
  await using server = await startSpeechServer((_window, count) => replies[Math.min(count, replies.length) - 1]!)
  const waits: number[] = []
  const clock = { now: () => new Date(0), wait: async (ms: number) => void waits.push(ms) }
  const send = createWindowSender({ baseUrl: server.url, apiKey: 'secret-key', model: 'whisper-large' }, clock)
  const { language, glossary, signal = never } = request
  const outcome = await send(pcm, { language, glossary, signal }).catch((error: unknown) => error)
  return { outcome, waits, received: server.received, send }
}

describe('a speech server', () => {
  it('gets the audio with the model, the key, the language and the glossary', async () => {
    const { outcome, received } = await sendTo([{ json: { text: 'Hallo' } }], { language: 'de', glossary: ['Okafor', 'Basel'] })
    expect(outcome).toEqual({ text: 'Hallo' })
    expect(received).toMatchObject([{ authorization: 'Bearer secret-key', seconds: 1 }])
    expect(received[0]!.pcm.every((sample) => Math.abs(sample - 0.5) < 0.001)).toBe(true)
    expect(received[0]!.fields).toEqual({
      model: ['whisper-large'],
      response_format: ['verbose_json'],
      temperature: ['0'],
      language: ['de'],
      prompt: ['Okafor, Basel'],
      'timestamp_granularities[]': ['word', 'segment'],
    })
  })

  it('is asked for plain text after it has refused a detailed reply', async () => {
    const { outcome, received } = await sendTo([{ status: 400 }, { json: { text: 'Hallo' } }])
    expect(outcome).toEqual({ text: 'Hallo' })
    expect(received.map(({ fields }) => fields['response_format'])).toEqual([['verbose_json'], ['json']])
  })

  it('gets another request when it is busy or fails, after the delay that it names', async () => {
    const busy = { status: 429, headers: { 'retry-after': '7' } }
    const { outcome, waits } = await sendTo([busy, { status: 503 }, { json: { text: 'Hallo' } }])
    expect(outcome).toEqual({ text: 'Hallo' })
    expect(waits).toEqual([7000, 2000])
  })

  it.each([
    [401, 'refused', 'The speech server did not accept the key (HTTP 401).', 1],
    [404, 'unavailable', expect.stringMatching(/no transcription at the configured address/), 1],
    [413, 'refused', 'The speech server accepts only smaller files (HTTP 413).', 1],
    [422, 'refused', 'The speech server refused the request (HTTP 422).', 2],
    [429, 'engine-died', expect.stringMatching(/busy/), 4],
    [500, 'engine-died', 'The speech server responded with an error (HTTP 500).', 4],
  ])('that responds with %i fails as %s, without repeating its message', async (status, kind, message, requests) => {
    const { outcome, received } = await sendTo([{ status }])
    expect(outcome).toMatchObject({ kind, message })
    expect(received).toHaveLength(requests)
    expect(JSON.stringify(outcome, ['message', 'cause', 'stack'])).not.toContain('secret-key')
  })

  it('that redirects is not followed', async () => {
    await using other = await startSpeechServer(spokenEveryHalfSecond)
    const { outcome } = await sendTo([{ status: 307, headers: { location: `${other.url}/audio/transcriptions` } }])
    expect(outcome).toMatchObject({ kind: 'engine-died' })
    expect(other.received).toEqual([])
  })

  it('that cannot be reached fails so that the window is sent again later', async () => {
    const { send } = await sendTo([{ json: { text: '' } }])
    await expect(send(pcm, { language: undefined, glossary: undefined, signal: never })).rejects.toMatchObject({
      kind: 'engine-died',
      message: 'The speech server cannot be reached or sent an unusable reply.',
    })
  })

  it('is disconnected at once when the transcription is aborted', async () => {
    const stop = new AbortController()
    await using server = await startSpeechServer(() => {
      stop.abort()
      return 'hang'
    })
    const send = createWindowSender(
      { baseUrl: server.url, apiKey: null, model: 'm' },
      { now: () => new Date(0), wait: async () => undefined },
    )
    const request = { language: undefined, glossary: undefined, signal: stop.signal }
    await expect(send(pcm, request)).rejects.toMatchObject({ kind: 'aborted' })
  })
})
