import { EventEmitter, on, once } from 'node:events'
import type { TryProgress } from '#features/notes/contract.ts'
import { StreamedReply } from '#platform/http/StreamedReply.ts'
import type { TrialRefusal, TrialResult } from './runTrial.ts'

/**
 * Runs a trial and returns its reply, which is sent while the sections are written, a line for each progress. A refusal before
 * the first progress is returned as one; later the reply names the failure behind what has come.
 */
export async function streamTrial(
  run: (onProgress: (progress: TryProgress) => void) => Promise<TrialResult | TrialRefusal>,
): Promise<StreamedReply | TrialRefusal> {
  const emitter = new EventEmitter()
  const progress = on(emitter, 'progress', { close: ['end'] }) as AsyncIterable<[TryProgress]>
  const first = once(emitter, 'progress').then(() => undefined)
  const running = run((next) => emitter.emit('progress', next)).finally(() => emitter.emit('end'))
  const early = await Promise.race([first, running])
  if (early && 'refused' in early) return early
  // Its rejection breaks the reply off; here it would count as unhandled.
  running.catch(() => {})
  return new StreamedReply(writeTrial(progress, running), { isLive: true })
}

async function* writeTrial(
  progress: AsyncIterable<[TryProgress]>,
  running: Promise<TrialResult | TrialRefusal>,
): AsyncGenerator<string> {
  yield '"progress":[\n'
  let separator = ''
  for await (const [next] of progress) {
    yield `${separator}${JSON.stringify(next)}\n`
    separator = ','
  }
  const result = await running
  const isFailed = 'refused' in result
  yield `],"data":${JSON.stringify(isFailed ? null : result)},"failure":${isFailed ? '"modelFailed"' : 'null'}`
}
