import type { Millis } from '#kit/units.ts'
import { failureOf } from './CannotMakeSmall.ts'
import { openSink, type Sink } from './openSink.ts'
import type { TranscodeAnswer, TranscodeRequest } from './transcodeProtocol.ts'

/** Transcodes one file into the sink and returns its duration. */
type Make = (file: Blob, sink: Sink, watch: (done: Millis, duration: Millis | null) => void) => Promise<Millis>

/** Handles the request of the page in a worker and posts the responses. */
export async function answerRequest({ file, into }: TranscodeRequest, make: Make): Promise<void> {
  const answer = (message: TranscodeAnswer): void => globalThis.postMessage(message)
  let sink: Sink | undefined
  try {
    sink = await openSink(into)
    const duration = await make(file, sink, (done, whole) => answer({ type: 'progress', done, duration: whole }))
    answer({ type: 'finished', blob: await sink.finish(), duration })
  } catch (error) {
    // Closed before the response, because the next worker opens the same file.
    sink?.abandon()
    answer({ type: 'failed', failure: failureOf(error), says: String(error) })
  }
}
