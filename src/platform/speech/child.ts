/**
 * The process that runs native code, started by `speechProcess.ts`. It runs one job at a time and requests audio block by block. It
 * loads the models with the first job and exits when its parent does.
 */
import { systemClock } from '#platform/clock/clock.ts'
import type { ChildSettings, FromChild, ToChild } from './childMessages.ts'
import { openListener, type Listener } from './listener.ts'
import { openMailbox } from './mailbox.ts'
import { SpeechError } from './speech.ts'

type Job = Extract<ToChild, { kind: 'job' }>
type Sound = Extract<ToChild, { kind: 'sound' | 'sound-ends' }>

/** Blocks requested in advance, so that the next one is decoded while this one is transcribed. */
const BLOCKS_AHEAD = 2

const settings = JSON.parse(process.argv[2] ?? '') as ChildSettings
const jobs = openMailbox<Job>()
const sounds = openMailbox<Sound>()
const keeps = openMailbox<undefined>()
let listener: Listener | undefined

process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToChild) => {
  if (message.kind === 'job') jobs.post(message)
  else if (message.kind === 'window-kept') keeps.post(undefined)
  else sounds.post(message)
})

for (;;) await work(await nextJob())

function send(message: FromChild): void {
  process.send?.(message)
}

async function nextJob(): Promise<Job> {
  const called = new AbortController()
  systemClock.wait(settings.idle, called.signal).then(
    () => send({ kind: 'resting' }),
    () => undefined,
  )
  const job = await jobs.take()
  called.abort()
  return job
}

async function work(job: Job): Promise<void> {
  try {
    listener ??= await openListener(settings)
    const { language } = await listener.hear(soundOfJob(), {
      language: job.language,
      resumeAt: job.resumeAt,
      onProgress: (done) => send({ kind: 'progress', done }),
      onWindow: async (window) => {
        send({ kind: 'window', window })
        await keeps.take()
      },
    })
    send({ kind: 'heard', language, peakMemory: process.resourceUsage().maxRSS * 1024 })
  } catch (error) {
    const { kind, message } = error instanceof SpeechError ? error : new SpeechError('engine-died', 'The speech engine failed.')
    send({ kind: 'failed', error: kind, says: message, detail: String(error) })
  }
}

async function* soundOfJob(): AsyncGenerator<Float32Array, void> {
  for (let i = 0; i < BLOCKS_AHEAD; i++) send({ kind: 'more' })
  for (let next = await sounds.take(); next.kind === 'sound'; next = await sounds.take()) {
    yield next.pcm
    send({ kind: 'more' })
  }
}
