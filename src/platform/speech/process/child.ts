/**
 * The process that runs native code, started by `speechProcess.ts`. It runs one job at a time and requests audio block by block. It
 * loads the models with the first job and exits when its parent does.
 */
import type { Bytes, Millis } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import type { ChildSettings, ChildMessage, InstalledModel, JobRequest, JobResult, ParentMessage } from './childMessages.ts'
import { diarizeSound } from '../speakers/diarize.ts'
import { loadSpeakerNetworks, type SpeakerNetworks } from '../speakers/networks.ts'
import { detectSpokenLanguage } from '../detection/detectSpokenLanguage.ts'
import { planWindows } from '../detection/planWindows.ts'
import { openSilero } from '../detection/silero.ts'
import { findModel } from '../models/catalogue.ts'
import { openTranscriber, type Transcriber } from '../transcriber.ts'
import { createAsyncQueue } from './AsyncQueue.ts'
import { SpeechError } from '../speech.ts'

type Job = Extract<ParentMessage, { kind: 'job' }>
type AudioMessage = Extract<ParentMessage, { kind: 'sound' | 'sound-ends' }>

/** Blocks requested in advance, so that the next one is decoded while this one is transcribed. */
const PREFETCHED_BLOCKS = 2

const settings = JSON.parse(process.argv[2] ?? '') as ChildSettings
const jobs = createAsyncQueue<Job>()
const audioMessages = createAsyncQueue<AudioMessage>()
const savedWindows = createAsyncQueue<undefined>()
let transcriber: Transcriber | undefined
let speakerNetworks: SpeakerNetworks | undefined

process.on('disconnect', () => process.exit(0))
process.on('message', (message: ParentMessage) => {
  if (message.kind === 'job') jobs.push(message)
  else if (message.kind === 'window-kept') savedWindows.push(undefined)
  else audioMessages.push(message)
})

for (;;) await runJob(await nextJob())

function send(message: ChildMessage): void {
  process.send?.(message)
}

async function nextJob(): Promise<Job> {
  const idleReports = new AbortController()
  reportIdle(idleReports.signal).catch(() => undefined)
  const job = await jobs.next()
  idleReports.abort()
  return job
}

/** Reports every `idle` milliseconds that there is no job: the parent ignores a report that it reads before the end of a job. */
async function reportIdle(signal: AbortSignal): Promise<never> {
  for (;;) {
    await systemClock.wait(settings.idle, signal)
    send({ kind: 'idle' })
  }
}

async function runJob(job: Job): Promise<void> {
  try {
    send({ kind: 'done', result: await getResult(job.request) })
  } catch (error) {
    const { kind, message } = error instanceof SpeechError ? error : new SpeechError('engine-died', 'The speech engine failed.')
    send({ kind: 'failed', error: kind, says: message, detail: String(error) })
  }
}

async function getResult(request: JobRequest): Promise<JobResult> {
  const onProgress = (done: Millis) => send({ kind: 'progress', done })
  if (request.task === 'diarize') {
    speakerNetworks ??= await loadSpeakerNetworks(settings)
    const diarization = await diarizeSound(speakerNetworks, jobAudio(), { atMost: request.atMost, onProgress })
    return { task: 'diarize', diarization, peakMemory: readPeakMemory() }
  }
  if (request.task === 'detect-language') {
    return { task: request.task, language: await detectSpokenLanguage(settings, jobAudio()), peakMemory: readPeakMemory() }
  }
  if (request.task === 'plan') {
    await sendPlannedWindows(request, onProgress)
    return { task: 'plan', peakMemory: readPeakMemory() }
  }
  // The parent ends this process before a job with another model.
  transcriber ??= await loadTranscriber(request.model)
  const { language } = await transcriber.transcribe(jobAudio(), {
    language: request.language,
    resumeAt: request.resumeAt,
    onProgress,
    onWindow: async (window) => {
      send({ kind: 'window', window })
      await savedWindows.next()
    },
  })
  return { task: 'transcribe', language, peakMemory: readPeakMemory() }
}

async function loadTranscriber(model: InstalledModel | undefined): Promise<Transcriber> {
  if (!model) return await openTranscriber(settings)
  const known = findModel(model.id)
  if (!known) throw new SpeechError('model-missing', `There is no speech model ${model.id}.`)
  const { openSherpaTranscriber } = await import('../sherpa/sherpaTranscriber.ts')
  return await openSherpaTranscriber(known, { bundledDir: settings.modelsDir, modelDir: model.dir, threads: settings.threads })
}

async function sendPlannedWindows(
  { resumeAt, maxWindow }: { resumeAt: Millis; maxWindow: number },
  onProgress: (done: Millis) => void,
) {
  const silero = await openSilero(settings)
  for await (const window of planWindows(silero, jobAudio(), { resumeAt, maxWindow, onProgress })) {
    send({ kind: 'planned', window })
    await savedWindows.next()
  }
  await silero.close()
}

function readPeakMemory(): Bytes {
  return process.resourceUsage().maxRSS * 1024
}

async function* jobAudio(): AsyncGenerator<Float32Array, void> {
  for (let i = 0; i < PREFETCHED_BLOCKS; i++) send({ kind: 'more' })
  for (let next = await audioMessages.next(); next.kind === 'sound'; next = await audioMessages.next()) {
    yield next.pcm
    send({ kind: 'more' })
  }
}
