import { Readable } from 'node:stream'

type Fields = Record<string, unknown>

/**
 * A reply that is streamed, so that a long list is never in memory as a whole. `fields` yields JSON text: the fields of the
 * reply, separated by commas, without the outer braces.
 */
export class StreamedReply {
  readonly #fields: AsyncIterable<string>

  constructor(fields: AsyncIterable<string>) {
    this.#fields = fields
  }

  /**
   * Returns the complete response as a stream, envelope first. With `check` the reply is also collected and passed to it before
   * the end; an error thrown by `check` breaks the response off.
   */
  toStream(envelope: Fields, check?: (reply: Fields) => void): Readable {
    return Readable.from(this.#write(envelope, check), { objectMode: false })
  }

  async *#write(envelope: Fields, check?: (reply: Fields) => void): AsyncGenerator<string> {
    yield `${JSON.stringify(envelope).slice(0, -1)},`
    let whole = ''
    for await (const text of this.#fields) {
      if (check) whole += text
      yield text
    }
    check?.(JSON.parse(`{${whole}}`) as Fields)
    yield '}'
  }
}
