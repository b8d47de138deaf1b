import { handleRequest } from './handleRequest.ts'
import { loadFfmpeg } from './loadFfmpeg.ts'
import { transcodeWithFfmpeg } from './transcodeWithFfmpeg.ts'
import { type TranscodeResponse, type TranscodeRequest, transcodeFailureOf } from './transcodeProtocol.ts'

/** The second worker, for files that the first one cannot read. It loads ffmpeg (ten megabytes) and transcodes one file. */
const ffmpeg = loadFfmpeg()
const respond = (message: TranscodeResponse): void => globalThis.postMessage(message)

ffmpeg.then(
  () => respond({ type: 'ready' }),
  (error: unknown) => respond({ type: 'failed', failure: transcodeFailureOf(error), message: String(error) }),
)

globalThis.onmessage = async ({ data }: MessageEvent<TranscodeRequest>) => {
  const core = await ffmpeg.catch(() => null)
  if (core !== null) await handleRequest(data, (file, sink, onProgress) => transcodeWithFfmpeg(core, file, sink, onProgress))
}
