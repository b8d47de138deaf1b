import type { Millis } from '#kit/units.ts'
import { failureOf } from './CannotMakeSmall.ts'
import { openSink, type Sink } from './openSink.ts'
import type { TranscodeAnswer, TranscodeRequest } from './transcodeProtocol.ts'

/** Makes one file small; the sink takes the MP3, the answer is how long it lasts. */
type Make = (file: Blob, sink: Sink, watch: (done: Millis, duration: Millis | null) => void) => Promise<Millis>

/** Does in a worker what the page asked, and answers it. */
export async function answerRequest({ file, into }: TranscodeRequest, make: Make): Promise<void> {
  const answer = (message: TranscodeAnswer): void => globalThis.postMessage(message)
  let sink: Sink | undefined
  try {
    sink = await openSink(into)
    const duration = await make(file, sink, (done, whole) => answer({ type: 'progress', done, duration: whole }))
    answer({ type: 'finished', blob: await sink.finish(), duration })
  } catch (error) {
    // Before the answer: the next worker opens the same file.
    sink?.abandon()
    answer({ type: 'failed', failure: failureOf(error), says: String(error) })
  }
}
