import { afterAll, beforeAll } from 'vitest'
import { describeSpeechEngine } from '#test/speech/describeSpeechEngine.ts'
import { spokenEveryHalfSecond, startSpeechServer, type FakeSpeechServer } from '#test/fakes/speech/startSpeechServer.ts'
import { openSpeechEngine } from './engine.ts'
import { httpSpeech } from './http/httpSpeech.ts'
import { createSpeechRunner } from './process/speechRunner.ts'

const recording = 'test/fixtures/german.ogg'

describeSpeechEngine('Whisper base', { open: async () => openSpeechEngine(), recording, language: 'de', fast: true })

let server: FakeSpeechServer
beforeAll(async () => {
  server = await startSpeechServer(spokenEveryHalfSecond)
})
afterAll(async () => await server[Symbol.asyncDispose]())

describeSpeechEngine('A speech server', {
  open: async () =>
    httpSpeech({
      server: { baseUrl: server.url, apiKey: null, model: 'whisper-1' },
      runner: createSpeechRunner(),
      speakersRunner: createSpeechRunner(),
    }),
  recording,
  language: 'de',
  fast: true,
})
