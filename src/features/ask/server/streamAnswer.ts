import { EventEmitter, on, once } from 'node:events'
import { StreamedReply } from '#platform/http/StreamedReply.ts'
import type { AskProgress } from '../contract.ts'

/**
 * Runs `run` and returns its reply, which is sent while the answer is written, a line for each progress. A refusal comes before the
 * first progress.
 */
export async function streamAnswer<Refusal extends { readonly refused: string }>(
  run: (onProgress: (progress: AskProgress) => void) => Promise<AskProgress | Refusal>,
): Promise<StreamedReply | Refusal> {
  const emitter = new EventEmitter()
  const progress = on(emitter, 'progress', { close: ['end'] }) as AsyncIterable<[AskProgress]>
  const first = once(emitter, 'progress').then(() => undefined)
  const running = run((next) => emitter.emit('progress', next)).finally(() => emitter.emit('end'))
  const early = await Promise.race([first, running])
  if (early && 'refused' in early) return early
  // Its rejection breaks the reply off; here it would count as unhandled.
  running.catch(() => {})
  return new StreamedReply(write(progress, running), { isLive: true })
}

async function* write<Refusal>(
  progress: AsyncIterable<[AskProgress]>,
  running: Promise<AskProgress | Refusal>,
): AsyncGenerator<string> {
  yield '"progress":[\n'
  let separator = ''
  for await (const [next] of progress) {
    yield `${separator}${JSON.stringify(next)}\n`
    separator = ','
  }
  yield `],"data":${JSON.stringify(await running)}`
}
