import { createParser } from 'eventsource-parser'
import { type Millis, seconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { parseJson } from '../answers/findJson.ts'
import { LlmError } from '../llm.ts'
import { ChunkReader } from './ChunkReader.ts'
import { createModelFetch, toStream } from './fetchModel.ts'

/**
 * Returns a function like `fetch` for the chat completions API. It returns a stream of events in the format of OpenAI, whatever the
 * server sends: one JSON document, other line ends, content in parts, reasoning in fields, a tool call. An error within an answer
 * fails the stream; one instead of an answer becomes its HTTP status.
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
    const chunks = readDocuments(await readAll(text))
    const reader = new ChunkReader()
    const error = chunks.map((chunk) => reader.readError(chunk)).find((each) => each !== undefined)
    if (error) return new Response(error.body, { status: error.status, headers: response.headers })
    if (!chunks.some((chunk) => typeof chunk === 'object' && chunk !== null && 'choices' in chunk)) throw noApi()
    reader.isDone = true
    return eventStream(toLines([...chunks.flatMap((chunk) => reader.read(chunk)), ...reader.end()]).join(''))
  }
}

/** Returns the chunks of an answer that is not a stream of events: one document, a list, or one document per line. */
function readDocuments(text: string): readonly unknown[] {
  const whole = parseJson(text)?.json
  if (whole !== undefined) return Array.isArray(whole) ? (whole as unknown[]) : [whole]
  return text.split('\n').flatMap((line) => parseJson(line)?.json ?? [])
}

const noApi = () => new LlmError('no-api', 'Something else than a language model answers at this address.')

const eventStream = (lines: AsyncGenerator<string> | string): Response =>
  new Response(typeof lines === 'string' ? lines : toStream(lines).pipeThrough(new TextEncoderStream()), {
    headers: { 'content-type': 'text/event-stream' },
  })

type Pieces = AsyncGenerator<string, void>

/** Detects the format of an answer by its first character, because its content type is often wrong. Also returns its text. */
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

/** How long a server may take to send the token counts after the end of an answer. */
const AFTER_FINISH: Millis = seconds(1)

/**
 * Yields the events of a stream in the format of OpenAI. Stops at the end of the answer, because some servers leave the connection
 * open. Throws the errors that the stream contains.
 */
async function* toEvents(text: Pieces): AsyncGenerator<string> {
  const reader = new ChunkReader()
  let chunks: object[] = []
  let failure: Error | undefined
  let [isEvents, hasText] = [false, false]
  const parser = createParser({
    onEvent: ({ data, event }) => {
      isEvents = true
      // Some servers omit the empty lines between events.
      for (const line of parseJson(data) ? [data] : data.split('\n')) readEvent(line, event)
    },
  })
  const readEvent = (data: string, event: string | undefined) => {
    if (failure || reader.isDone) return
    if (data.trim() === '[DONE]') reader.isDone = true
    else {
      const value = parseJson(data)?.json
      const error = reader.readError(value, event)
      if (error)
        failure = Object.assign(new Error('the server sent an error'), { statusCode: error.status, responseBody: error.body })
      else chunks.push(...reader.read(value))
    }
  }
  const ended = new AbortController()
  let end: Promise<undefined> | undefined
  try {
    while (!reader.isDone) {
      const next = text.next()
      // The pending read of an open connection rejects later.
      next.catch(() => {})
      if (reader.hasFinished) end ??= systemClock.wait(AFTER_FINISH, ended.signal).then(() => undefined)
      const piece = await (end ? Promise.race([next, end]) : next)
      if (!piece || piece.done) break
      hasText ||= piece.value.trim() !== ''
      parser.feed(piece.value)
      yield* toLines(chunks)
      chunks = []
      if (failure) throw failure
    }
  } finally {
    ended.abort()
    end?.catch(() => {})
    text.return(undefined).catch(() => {})
  }
  // The last event may lack its terminating empty line.
  parser.feed('\n\n')
  if (hasText && !isEvents) throw noApi()
  yield* toLines([...chunks, ...reader.end()])
  if (failure) throw failure
}

const toLines = (chunks: readonly object[]): string[] => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
