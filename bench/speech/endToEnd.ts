import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { openSpeechEngine } from '#platform/speech/engine.ts'
import { minutes, type Millis } from '#shared/units.ts'
import { startEarshot } from '#test/process/startEarshot.ts'
import { repeatSample, startTranscription, timeUntil } from './taskClient.ts'

const LENGTH = 600
const GOAL = 1.3

/**
 * Measures the time from the end of the upload of ten minutes of speech until the text is saved, compared with calling the engine
 * directly on the same file before and after. Goal: at most 1.3 times as long.
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  try {
    const file = join(dir, 'speech.mp3')
    await writeFile(file, await repeatSample(LENGTH))
    const before = await timeEngine(file)
    const path = await timePath(join(dir, 'data'))
    const engine = Math.min(before, await timeEngine(file))
    const ratio = path / engine
    const verdict = ratio <= GOAL ? 'ok' : 'OVER'
    if (ratio > GOAL) process.exitCode = 1
    console.log(
      `  ${LENGTH / 60} min of speech: engine ${(engine / 1000).toFixed(1)} s, upload done to text ${(path / 1000).toFixed(1)} s: ${ratio.toFixed(2)} (goal ${GOAL}: ${verdict})`,
    )
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function timeEngine(file: string): Promise<Millis> {
  const engine = openSpeechEngine()
  const start = performance.now()
  await engine.transcribe(decodeAudio(file), { signal: new AbortController().signal, onWindow: () => undefined })
  const time = performance.now() - start
  await engine.close()
  return time
}

async function timePath(dataDir: string): Promise<Millis> {
  await using running = await startEarshot({ DATA_DIR: dataDir, LOG_LEVEL: 'error', WELCOME: 'off', CALLS_PER_MINUTE: '0' })
  const { user, fileId } = await startTranscription(running.url, LENGTH)
  const isSaved = async () => (await user.files.list({ query: {}, body: [fileId] })).data_file_list[0]?.trans_result !== null
  return await timeUntil(isSaved, minutes(30), 250)
}

if (import.meta.main) await run()
