import type { Millis } from '#shared/units.ts'
import { openSink, type Sink } from './openSink.ts'
import { type TranscodeResponse, type TranscodeRequest, type TranscodeResult, transcodeFailureOf } from './transcodeProtocol.ts'

/** Transcodes one file into the sink. */
type TranscodeFunction = (
  file: Blob,
  sink: Sink,
  onProgress: (done: Millis, duration: Millis | null) => void,
) => Promise<TranscodeResult>

/** Handles the request of the page in a worker and posts the responses. */
export async function handleRequest({ file, outputFile }: TranscodeRequest, transcode: TranscodeFunction): Promise<void> {
  const respond = (message: TranscodeResponse): void => globalThis.postMessage(message)
  let sink: Sink | undefined
  try {
    sink = await openSink(outputFile)
    const result = await transcode(file, sink, (done, total) => respond({ type: 'progress', done, duration: total }))
    respond({ type: 'finished', blob: await sink.finish(), ...result })
  } catch (error) {
    // Closed before the response, because the next worker opens the same file.
    sink?.close()
    respond({ type: 'failed', failure: transcodeFailureOf(error), message: String(error) })
  }
}
