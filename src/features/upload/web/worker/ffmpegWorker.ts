import { answerRequest } from './answerRequest.ts'
import { failureOf } from './CannotMakeSmall.ts'
import { loadFfmpeg } from './loadFfmpeg.ts'
import { makeSmallByFfmpeg } from './makeSmallByFfmpeg.ts'
import type { TranscodeAnswer, TranscodeRequest } from './transcodeProtocol.ts'

/** The second worker, for files that the first one cannot read. It loads ffmpeg (ten megabytes) and transcodes one file. */
const ffmpeg = loadFfmpeg()
const answer = (message: TranscodeAnswer): void => globalThis.postMessage(message)

ffmpeg.then(
  () => answer({ type: 'ready' }),
  (error: unknown) => answer({ type: 'failed', failure: failureOf(error), says: String(error) }),
)

globalThis.onmessage = async ({ data }: MessageEvent<TranscodeRequest>) => {
  const core = await ffmpeg.catch(() => null)
  if (core !== null) await answerRequest(data, (file, sink, watch) => makeSmallByFfmpeg(core, file, sink, watch))
}
