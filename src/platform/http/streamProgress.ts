import { EventEmitter, on, once } from 'node:events'
import { StreamedReply } from './StreamedReply.ts'

type Refusal = { readonly refused: string }

/**
 * Runs `run` and streams its reply: `progress` with a line for each call of `onProgress`, then the fields that `toFields` returns
 * for the result. A refusal before the first progress is sent as a refusal, a later one as a result.
 */
export async function streamProgress<Progress, Outcome extends object>(
  run: (onProgress: (progress: Progress) => void) => Promise<Outcome>,
  toFields: (outcome: Outcome) => Readonly<Record<string, unknown>>,
): Promise<StreamedReply | Extract<Outcome, Refusal>> {
  const emitter = new EventEmitter()
  const progress = on(emitter, 'progress', { close: ['end'] }) as AsyncIterable<[Progress]>
  const first = once(emitter, 'progress').then(() => undefined)
  const running = run((next) => emitter.emit('progress', next)).finally(() => emitter.emit('end'))
  const early = await Promise.race([first, running])
  if (early && 'refused' in early) return early as Extract<Outcome, Refusal>
  // The rejection aborts the reply; without this handler it would also count as unhandled.
  running.catch(() => {})
  return new StreamedReply(
    writeLines(progress, async () => toFields(await running)),
    { isLive: true },
  )
}

async function* writeLines<Progress>(
  progress: AsyncIterable<[Progress]>,
  end: () => Promise<Readonly<Record<string, unknown>>>,
): AsyncGenerator<string> {
  yield '"progress":[\n'
  let separator = ''
  for await (const [next] of progress) {
    yield `${separator}${JSON.stringify(next)}\n`
    separator = ','
  }
  yield `],${JSON.stringify(await end()).slice(1, -1)}`
}
