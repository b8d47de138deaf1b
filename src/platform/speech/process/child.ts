/**
 * The process that runs native code, started by `speechProcess.ts`. It runs one job at a time, requests audio block by block, loads
 * the models for the first job, and exits when its parent does.
 */
import type { Bytes, Millis } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import type { ChildSettings, ChildMessage, InstalledModel, JobResult, ParentMessage } from './childMessages.ts'
import { diarizeSound } from '../speakers/diarize.ts'
import { loadSpeakerNetworks, type SpeakerNetworks } from '../speakers/networks.ts'
import { detectSpokenLanguage } from '../detection/detectSpokenLanguage.ts'
import { planWindows, type PlanOptions } from '../detection/planWindows.ts'
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
const savedWindows = createAsyncQueue<{ stop: boolean }>()
let transcriber: Transcriber | undefined
let speakerNetworks: SpeakerNetworks | undefined

process.on('disconnect', () => process.exit(0))
process.on('message', (message: ParentMessage) => {
  if (message.kind === 'job') jobs.push(message)
  else if (message.kind === 'window-kept') savedWindows.push(message)
  else audioMessages.push(message)
})

for (;;) await runJob(await nextJob())

function send(message: ChildMessage): void {
  // The parent may have exited. Without a callback, the error would be thrown before 'disconnect' ends this process.
  process.send?.(message, undefined, undefined, () => {})
}

async function nextJob(): Promise<Job> {
  const idleReports = new AbortController()
  reportIdle(idleReports.signal).catch(() => undefined)
  const job = await jobs.next()
  idleReports.abort()
  return job
}

/** Reports every `idle` milliseconds that there is no job. The parent ignores a report that it reads before a job has ended. */
async function reportIdle(signal: AbortSignal): Promise<never> {
  for (;;) {
    await systemClock.wait(settings.idle, signal)
    send({ kind: 'idle' })
  }
}

async function runJob(job: Job): Promise<void> {
  try {
    send({ kind: 'done', result: await getResult(job) })
  } catch (error) {
    const { kind, message } = error instanceof SpeechError ? error : new SpeechError('engine-died', 'The speech engine failed.')
    send({ kind: 'failed', error: kind, says: message, detail: String(error) })
  }
}

async function getResult({ job, request }: Job): Promise<JobResult> {
  const onProgress = (done: Millis) => send({ kind: 'progress', done })
  if (request.task === 'diarize') {
    speakerNetworks ??= await loadSpeakerNetworks(settings)
    const diarization = await diarizeSound(speakerNetworks, jobAudio(job), { atMost: request.atMost, onProgress })
    return { task: 'diarize', diarization, peakMemory: readPeakMemory() }
  }
  if (request.task === 'detect-language') {
    const language = await detectSpokenLanguage(settings, jobAudio(job))
    return { task: 'detect-language', language, peakMemory: readPeakMemory() }
  }
  if (request.task === 'plan') {
    const isStopped = await sendPlannedWindows(jobAudio(job), { ...request, onProgress })
    return { task: 'plan', isStopped, peakMemory: readPeakMemory() }
  }
  // The parent ends this process before a job that needs another model.
  transcriber ??= await loadTranscriber(request.model)
  const { language, isStopped = false } = await transcriber.transcribe(jobAudio(job), {
    ...request,
    onProgress,
    onWindow: async (window) => {
      send({ kind: 'window', window })
      return (await savedWindows.next()).stop ? 'stop' : undefined
    },
  })
  return { task: 'transcribe', language, isStopped, peakMemory: readPeakMemory() }
}

async function loadTranscriber(model: InstalledModel | undefined): Promise<Transcriber> {
  if (!model) return await openTranscriber(settings)
  const known = findModel(model.id)
  if (!known) throw new SpeechError('model-missing', `There is no speech model ${model.id}.`)
  const { openSherpaTranscriber } = await import('../sherpa/sherpaTranscriber.ts')
  return await openSherpaTranscriber(known, { bundledDir: settings.modelsDir, modelDir: model.dir, threads: settings.threads })
}

/** Returns whether the parent has stopped the job. */
async function sendPlannedWindows(pcm: AsyncIterable<Float32Array>, options: PlanOptions): Promise<boolean> {
  const silero = await openSilero(settings)
  try {
    for await (const window of planWindows(silero, pcm, options)) {
      send({ kind: 'planned', window })
      if ((await savedWindows.next()).stop) return true
    }
    return false
  } finally {
    await silero.close()
  }
}

function readPeakMemory(): Bytes {
  return process.resourceUsage().maxRSS * 1024
}

async function* jobAudio(job: number): AsyncGenerator<Float32Array, void> {
  for (let i = 0; i < PREFETCHED_BLOCKS; i++) send({ kind: 'more' })
  for (;;) {
    const next = await audioMessages.next()
    if (next.job !== job) continue
    if (next.kind === 'sound-ends') return
    yield next.pcm
    send({ kind: 'more' })
  }
}
