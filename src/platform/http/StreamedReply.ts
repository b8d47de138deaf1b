import { Readable } from 'node:stream'

type JsonFields = Record<string, unknown>

/**
 * A streamed reply, so that a long list is never in memory as a whole. `fields` yields JSON text: the fields of the reply,
 * separated by commas, without the outer braces.
 */
export class StreamedReply {
  readonly #fields: AsyncIterable<string>
  /** Whether each part is sent at once and uncompressed, for a slow reply that is read as it arrives. */
  readonly isLive: boolean

  constructor(fields: AsyncIterable<string>, { isLive = false } = {}) {
    this.#fields = fields
    this.isLive = isLive
  }

  /** A reply whose fields are JSON text already. */
  static ofText(fields: string): StreamedReply {
    return new StreamedReply(Readable.from([fields]))
  }

  /**
   * Returns the complete response as a stream, envelope first. With `check`, the reply is also collected and passed to it before
   * the end. If `check` throws, the response is aborted.
   */
  toStream(envelope: JsonFields, check?: (reply: JsonFields) => void): Readable {
    return Readable.from(this.#write(envelope, check), { objectMode: false })
  }

  async *#write(envelope: JsonFields, check?: (reply: JsonFields) => void): AsyncGenerator<string> {
    yield `${JSON.stringify(envelope).slice(0, -1)},`
    let json = ''
    for await (const text of this.#fields) {
      if (check) json += text
      yield text
    }
    check?.(JSON.parse(`{${json}}`) as JsonFields)
    yield '}'
  }
}
