import { createParser } from 'eventsource-parser'
import type { Millis } from '#shared/units.ts'
import { parseJson } from '../answers/findJson.ts'
import { LlmError } from '../llm.ts'
import { ChunkReader } from './ChunkReader.ts'
import { createModelFetch, toStream } from './fetchModel.ts'

/**
 * Returns a function like `fetch` for the chat completions API. Its answer is a stream of events in the form that OpenAI sends,
 * whatever the server sent: one JSON document, other line ends, content in parts, reasoning in fields, the call of a tool. An error
 * within an answer fails the stream; one in place of an answer becomes the HTTP status that it names.
 */
export function createCompletionFetch(silence: Millis | undefined): typeof fetch {
  const fetchModel = createModelFetch({ silence })
  return async (input, init) => {
    const response = await fetchModel(input, init)
    if (!response.ok || !response.body) return response
    const decoded = response.body.pipeThrough(new TextDecoderStream())
    const { kind, text } = await sniff(decoded)
    if (kind === 'events') return eventStream(toEvents(text))
    if (kind === 'page') {
      await text.return(undefined)
      throw noApi()
    }
    const document = parseJson(await readAll(text))?.json
    const [answer] = Array.isArray(document) ? (document as unknown[]) : [document]
    const reader = new ChunkReader()
    const error = reader.readError(answer)
    if (error) return new Response(error.body, { status: error.status, headers: response.headers })
    if (typeof answer !== 'object' || answer === null || !('choices' in answer)) throw noApi()
    reader.isDone = true
    return eventStream(toLines([...reader.read(answer), ...reader.end()]).join(''))
  }
}

const noApi = () => new LlmError('no-api', 'Something else than a language model answers at this address.')

const eventStream = (lines: AsyncGenerator<string> | string): Response =>
  new Response(typeof lines === 'string' ? lines : toStream(lines).pipeThrough(new TextEncoderStream()), {
    headers: { 'content-type': 'text/event-stream' },
  })

type Pieces = AsyncGenerator<string, void>

/** Returns what an answer is by its first character, because its content type is often wrong, and all its text. */
async function sniff(stream: ReadableStream<string>): Promise<{ kind: 'events' | 'document' | 'page'; text: Pieces }> {
  const pieces = stream[Symbol.asyncIterator]()
  let head = ''
  for (;;) {
    const { value, done } = await pieces.next()
    head += value ?? ''
    const first = head.trimStart()[0]
    if (first === undefined && !done) continue
    const kind = first === '{' || first === '[' ? 'document' : first === '<' ? 'page' : 'events'
    return { kind, text: join(head, pieces) }
  }
}

async function* join(head: string, rest: AsyncIterableIterator<string>): Pieces {
  yield head
  yield* rest
}

async function readAll(text: Pieces): Promise<string> {
  const pieces: string[] = []
  for await (const piece of text) pieces.push(piece)
  return pieces.join('')
}

/** Yields the events of a stream as OpenAI would send them. Throws what the stream reports as an error. */
async function* toEvents(text: Pieces): AsyncGenerator<string> {
  const reader = new ChunkReader()
  let chunks: object[] = []
  let failure: Error | undefined
  const parser = createParser({
    onEvent: ({ data, event }) => {
      if (failure) return
      if (data.trim() === '[DONE]') reader.isDone = true
      else {
        const value = parseJson(data)?.json
        const error = reader.readError(value, event)
        if (error)
          failure = Object.assign(new Error('the server sent an error'), { statusCode: error.status, responseBody: error.body })
        else chunks.push(...reader.read(value))
      }
    },
  })
  for await (const piece of text) {
    parser.feed(piece)
    yield* toLines(chunks)
    chunks = []
    if (failure) throw failure
  }
  // The last event may lack the empty line after it.
  parser.feed('\n\n')
  yield* toLines([...chunks, ...reader.end()])
  if (failure) throw failure
}

const toLines = (chunks: readonly object[]): string[] => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
