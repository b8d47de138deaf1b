import { fork } from 'node:child_process'
import { addAbortListener } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sampleAt, SPEECH_RATE } from '#platform/sound/sound.ts'
import { blocksOf } from '#platform/sound/blocksOf.ts'
import type { ChildSettings, FromChild, ToChild } from './childMessages.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import { SpeechError, type TranscribeOptions } from './speech.ts'

/** The result of a job. `peakMemory` is the peak resident memory of the child. */
export type Heard = { readonly language: string; readonly peakMemory: number }

/** The engine's process. When a job fails, the caller must kill it and start another one. */
export type SpeechChild = {
  readonly pid: number
  /** Runs one job at a time. Rejects with SpeechError, or with what `pcm` or `onWindow` threw. */
  hear: (pcm: AsyncIterable<Float32Array>, options: TranscribeOptions) => Promise<Heard>
  /** Sends SIGKILL, the only signal that stops native code at once. Resolves when the process has exited. */
  kill: () => Promise<void>
}

/** Called for events between jobs. */
export type ChildHooks = { readonly onResting: () => void; readonly onGone: () => void }

/** Samples per message: 4 s of audio, 256 KB. At most a few of them are in transit. */
const BLOCK = 4 * SPEECH_RATE

/**
 * Starts the process. Its environment holds a single variable: native code gets no secrets, and onnxruntime finds
 * ORT_DISABLE_TELEMETRY before it loads.
 */
export function startSpeechChild(settings: ChildSettings, hooks: ChildHooks): SpeechChild {
  const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), [JSON.stringify(settings)], {
    serialization: 'advanced',
    env: { ORT_DISABLE_TELEMETRY: '1' },
    // Each step creates a megabyte of garbage. Collecting it early saves 20 MB at the peak.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = Promise.withResolvers<void>()
  let job: Job | undefined
  const end = () => {
    job?.fail(new SpeechError('engine-died', 'The speech engine stopped unexpectedly.'))
    gone.resolve()
    hooks.onGone()
  }
  child.on('exit', end).on('error', end)
  child.on('message', (message: FromChild) => {
    if (message.kind === 'resting') hooks.onResting()
    else job?.receive(message)
  })
  const post = (message: ToChild) => {
    // @NOTE A message to a process that just exited would fail. Its 'exit' event fails the job.
    if (child.connected) child.send(message, () => undefined)
  }
  /** Between jobs the child process must not keep this process running. */
  const holdUs = (does: boolean) => {
    const call = does ? 'ref' : 'unref'
    child[call]()
    child.channel?.[call]()
  }
  return {
    pid: child.pid ?? 0,
    hear: async (pcm, options) => {
      job = startJob(pcm, options, post)
      holdUs(true)
      try {
        return await job.outcome
      } finally {
        job = undefined
        holdUs(false)
      }
    },
    kill: async () => {
      holdUs(true)
      child.kill('SIGKILL')
      await gone.promise
    },
  }
}

type Job = { outcome: Promise<Heard>; receive: (message: FromChild) => void; fail: (error: unknown) => void }

function startJob(pcm: AsyncIterable<Float32Array>, options: TranscribeOptions, post: (message: ToChild) => void): Job {
  const { language, resumeAt = 0, signal, onWindow, onProgress } = options
  const end = Promise.withResolvers<Heard>()
  const asked = openMailbox<undefined>()
  const fail = (error: unknown) => {
    end.reject(error)
    asked.close(new SpeechError('aborted', 'The work was stopped.'))
  }
  const listening = addAbortListener(signal, () => fail(new SpeechError('aborted', 'The work was stopped.')))
  const outcome = end.promise.finally(() => listening[Symbol.dispose]())
  const keep = async (window: Parameters<typeof onWindow>[0]) => {
    await onWindow(window)
    post({ kind: 'window-kept' })
  }
  post({ kind: 'job', language, resumeAt })
  feed(blocksOf(pcm, BLOCK, sampleAt(resumeAt)), asked, post).catch(fail)
  const receive = (message: FromChild) => {
    if (message.kind === 'more') asked.post(undefined)
    if (message.kind === 'progress') onProgress?.({ done: message.done })
    if (message.kind === 'window') keep(message.window).catch(fail)
    if (message.kind === 'heard') end.resolve(message)
    if (message.kind === 'failed') fail(new SpeechError(message.error, message.says, message.detail))
  }
  return { outcome, receive, fail }
}

async function feed(blocks: AsyncIterable<Float32Array>, asked: Mailbox<undefined>, post: (message: ToChild) => void) {
  for await (const pcm of blocks) {
    await asked.take()
    post({ kind: 'sound', pcm })
  }
  post({ kind: 'sound-ends' })
}
