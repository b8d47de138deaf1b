import { fork } from 'node:child_process'
import { addAbortListener } from 'node:events'
import { fileURLToPath } from 'node:url'
import { millisToSample, SPEECH_SAMPLE_RATE, rechunk } from '#platform/audio/audio.ts'
import type { ChildSettings, ChildMessage, JobRequest, JobResult, ParentMessage } from './childMessages.ts'
import { createAsyncQueue, type AsyncQueue } from './AsyncQueue.ts'
import type { PlannedWindow } from '../detection/windowPlanner.ts'
import { SpeechError, type SpeechProgress, type TranscribedWindow, type TranscribeOptions } from '../speech.ts'

/** How a job reports its progress and is aborted. */
export type JobOptions = {
  readonly signal: AbortSignal
  readonly onWindow?: TranscribeOptions['onWindow']
  /** Called with each window of a `plan` job. The next one follows once it resolves; 'stop' ends the job. */
  readonly onPlanned?: (window: PlannedWindow) => Promise<void | 'stop'>
  readonly onProgress?: ((progress: SpeechProgress) => void) | undefined
}

/** The process of the engine. When a job fails, the caller must kill it and start another one. */
export type SpeechProcess = {
  readonly pid: number
  /** Runs one job at a time. Rejects with SpeechError, or with what `pcm` or `onWindow` threw. */
  run: (pcm: AsyncIterable<Float32Array>, request: JobRequest, options: JobOptions) => Promise<JobResult>
  /** Sends SIGKILL, the only signal that stops native code at once. Resolves when the process has exited. */
  kill: () => Promise<void>
}

/** Called for events between jobs. */
export type ProcessHooks = { readonly onIdle: () => void; readonly onExit: () => void }

/** Samples per message: 4 s of audio, 256 KB. At most a few of them are in transit. */
const BLOCK_SAMPLES = 4 * SPEECH_SAMPLE_RATE

/**
 * Starts the process. Its environment contains only ORT_DISABLE_TELEMETRY, which onnxruntime must find before it loads. Native code
 * gets no secrets.
 */
export function startSpeechProcess(settings: ChildSettings, hooks: ProcessHooks): SpeechProcess {
  const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), [JSON.stringify(settings)], {
    serialization: 'advanced',
    env: { ORT_DISABLE_TELEMETRY: '1' },
    // Each step creates a megabyte of garbage. Collecting it early saves 20 MB at the peak.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = Promise.withResolvers<void>()
  let job: Job | undefined
  let jobNumber = 0
  const handleExit = () => {
    job?.fail(new SpeechError('engine-died', 'The speech engine stopped unexpectedly.'))
    exited.resolve()
    hooks.onExit()
  }
  child.on('exit', handleExit).on('error', handleExit)
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'idle') hooks.onIdle()
    else job?.receive(message)
  })
  const post = (message: ParentMessage) => {
    // @NOTE Sending to a process that has just exited would fail. Its 'exit' event fails the job.
    if (child.connected) child.send(message, () => undefined)
  }
  /** Between jobs the child process must not keep this process running. */
  const keepAlive = (isActive: boolean) => {
    const method = isActive ? 'ref' : 'unref'
    child[method]()
    child.channel?.[method]()
  }
  return {
    pid: child.pid ?? 0,
    run: async (pcm, request, options) => {
      job = startJob(pcm, { job: ++jobNumber, request }, options, post)
      keepAlive(true)
      try {
        return await job.outcome
      } finally {
        job = undefined
        keepAlive(false)
      }
    },
    kill: async () => {
      keepAlive(true)
      child.kill('SIGKILL')
      await exited.promise
    },
  }
}

type Job = { outcome: Promise<JobResult>; receive: (message: ChildMessage) => void; fail: (error: unknown) => void }

function startJob(
  pcm: AsyncIterable<Float32Array>,
  { job, request }: { job: number; request: JobRequest },
  { signal, onWindow, onPlanned, onProgress }: JobOptions,
  post: (message: ParentMessage) => void,
): Job {
  const resumeAt = 'resumeAt' in request ? request.resumeAt : 0
  const result = Promise.withResolvers<JobResult>()
  const requests = createAsyncQueue<undefined>()
  const fail = (error: unknown) => {
    result.reject(error)
    requests.close(new SpeechError('aborted', 'The transcription was aborted.'))
  }
  const abortListener = addAbortListener(signal, () => fail(new SpeechError('aborted', 'The transcription was aborted.')))
  const outcome = result.promise.finally(() => {
    abortListener[Symbol.dispose]()
    // The audio of a stopped job is not read any further.
    requests.close(new SpeechError('aborted', 'The transcription was aborted.'))
  })
  const saveWindow = async (window: TranscribedWindow) => {
    post({ kind: 'window-kept', stop: (await onWindow?.(window)) === 'stop' })
  }
  const takePlanned = async (window: PlannedWindow) => {
    post({ kind: 'window-kept', stop: (await onPlanned?.(window)) === 'stop' })
  }
  post({ kind: 'job', job, request })
  sendAudio(rechunk(pcm, BLOCK_SAMPLES, millisToSample(resumeAt)), { job, requests, post }).catch(fail)
  const receive = (message: ChildMessage) => {
    if (message.kind === 'more') requests.push(undefined)
    if (message.kind === 'progress') onProgress?.({ done: message.done })
    if (message.kind === 'window') saveWindow(message.window).catch(fail)
    if (message.kind === 'planned') takePlanned(message.window).catch(fail)
    if (message.kind === 'done') result.resolve(message.result)
    if (message.kind === 'failed') fail(new SpeechError(message.error, message.says, message.detail))
  }
  return { outcome, receive, fail }
}

async function sendAudio(
  blocks: AsyncIterable<Float32Array>,
  { job, requests, post }: { job: number; requests: AsyncQueue<undefined>; post: (message: ParentMessage) => void },
) {
  for await (const pcm of blocks) {
    await requests.next()
    post({ kind: 'sound', job, pcm })
  }
  post({ kind: 'sound-ends', job })
}
