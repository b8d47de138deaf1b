import { expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { seconds } from '#shared/units.ts'
import { spokenEveryHalfSecond, startSpeechServer } from '#test/fakes/speech/startSpeechServer.ts'
import { createSpeechRunner } from '../process/speechRunner.ts'
import type { TranscribedWindow } from '../speech.ts'
import { httpSpeech } from './httpSpeech.ts'

it('a speech server gets windows that are cut at pauses and serve as checkpoints', async () => {
  await using server = await startSpeechServer(spokenEveryHalfSecond)
  const runner = createSpeechRunner()
  const engine = httpSpeech({
    server: { baseUrl: server.url, apiKey: null, model: 'whisper-1' },
    runner,
    speakersRunner: runner,
    maxWindow: seconds(4),
  })
  const transcribe = async (resumeAt: number) => {
    const windows: TranscribedWindow[] = []
    const onWindow = (window: TranscribedWindow) => void windows.push(window)
    await engine.transcribe(decodeAudio('test/fixtures/german.ogg'), {
      signal: new AbortController().signal,
      resumeAt,
      onWindow,
    })
    return windows
  }
  const windows = await transcribe(0)
  expect(windows.length).toBeGreaterThan(1)
  expect(server.received).toHaveLength(windows.length)
  expect(Math.max(...server.received.map((window) => window.seconds))).toBeLessThan(5)
  const rest = await transcribe(windows.at(-2)!.end)
  expect(rest).toHaveLength(1)
  expect(rest[0]!.start).toBeGreaterThanOrEqual(windows.at(-2)!.end)
  await engine.close()
})
