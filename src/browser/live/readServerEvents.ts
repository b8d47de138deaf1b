import { EventSourceParserStream } from 'eventsource-parser/stream'

export type ServerEvent = { name: string; data: string; id: string }

/** Yields the events of a `text/event-stream` body in order and skips comments (heartbeats). Ends with the body. */
export async function* readServerEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield { name: value.event ?? 'message', data: value.data, id: value.id ?? '' }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
