import { CannotMakeSmall, makeSmall } from './makeSmall.ts'
import type { TranscodeAnswer, TranscodeRequest } from './transcodeProtocol.ts'

/** Runs in a worker of its own, so that the page never waits: one file, then done. */
const answer = (message: TranscodeAnswer): void => globalThis.postMessage(message)

globalThis.onmessage = async ({ data }: MessageEvent<TranscodeRequest>) => {
  try {
    const small = await makeSmall(data.file, (done, duration) => answer({ type: 'progress', done, duration }))
    answer({ type: 'finished', ...small })
  } catch (error) {
    const failure = error instanceof CannotMakeSmall ? error.failure : 'damaged'
    answer({ type: 'failed', failure, says: String(error) })
  }
}

answer({ type: 'ready' })
