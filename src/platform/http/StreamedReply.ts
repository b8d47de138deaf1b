import { Readable } from 'node:stream'

type Fields = Record<string, unknown>

/**
 * A reply that is written while it is read, so that a long list is never in memory as a whole. `fields` yields JSON text: the
 * fields of the reply with commas between them, without the braces around all.
 */
export class StreamedReply {
  readonly #fields: AsyncIterable<string>

  constructor(fields: AsyncIterable<string>) {
    this.#fields = fields
  }

  /**
   * The whole answer as a stream, the envelope first. With `check`, the answer is collected as well and handed over before it ends;
   * what `check` throws breaks the answer off.
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
