import { afterAll, beforeAll } from 'vitest'
import { describeSpeechEngine } from '#test/speech/describeSpeechEngine.ts'
import { spokenEveryHalfSecond, startSpeechServer, type FakeSpeechServer } from '#test/fakes/speech/startSpeechServer.ts'
import { httpSpeech } from './http/httpSpeech.ts'
import { createSpeechRunner } from './process/speechRunner.ts'

let server: FakeSpeechServer
beforeAll(async () => {
  server = await startSpeechServer(spokenEveryHalfSecond)
})
afterAll(async () => await server[Symbol.asyncDispose]())

// Whisper on this machine is tested in the slow tests; its accuracy, in engine.test.ts.
describeSpeechEngine('A speech server', {
  open: async () =>
    httpSpeech({
      server: { baseUrl: server.url, apiKey: null, model: 'whisper-1' },
      runner: createSpeechRunner(),
      speakersRunner: createSpeechRunner(),
    }),
  recording: 'test/fixtures/german.ogg',
  language: 'de',
  fast: true,
})
