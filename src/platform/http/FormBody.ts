import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { KiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'
import { Invalid } from './failures.ts'

const MOST_FIELDS = 200
const MOST_OF_A_FIELD = 64 * KiB

/** A form once it has been read. A field may stand there more than once. */
export type TakenForm = {
  /** What the sender calls the file. */
  readonly filename: string
  /** There was more of it than was taken. */
  readonly truncated: boolean
  readonly fields: ReadonlyMap<string, readonly string[]>
}

/** What a handler gets in place of a body that is a form of fields and one file: nothing of it is read before `take`. */
export class FormBody {
  readonly #request: FastifyRequest
  constructor(request: FastifyRequest) {
    this.#request = request
  }

  /** Bytes of the whole form as its head claims; null when it claims none. */
  get announced(): Bytes | null {
    const said = this.#request.headers['content-length']
    return said === undefined ? null : Number(said)
  }

  /**
   * Reads the form once. `put` takes the file as it comes in, at most `most` bytes of it, and is waited for. Rejects with
   * Invalid for what is no such form, and with whatever `put` rejects with.
   */
  async take(most: Bytes, put: (file: Readable) => Promise<unknown>): Promise<TakenForm> {
    if (!this.#request.isMultipart()) throw new Invalid('body', 'a form is expected (multipart/form-data)')
    // @NOTE Who went away before anybody read would be waited for without end.
    if (this.#request.raw.destroyed) throw new Invalid('body', 'this form was not sent to its end')
    try {
      return await this.#read(most, put)
    } catch (error) {
      // @NOTE A body given up halfway would leave its connection paused for ever, and the answer unread.
      this.#request.raw.unpipe()
      this.#request.raw.resume()
      throw this.#isTheirs(error) ? new Invalid('body', 'this form cannot be read') : error
    }
  }

  async #read(most: Bytes, put: (file: Readable) => Promise<unknown>): Promise<TakenForm> {
    const fields = new Map<string, string[]>()
    let taken: Pick<TakenForm, 'filename' | 'truncated'> | null = null
    const limits = { fileSize: most, files: 1, fields: MOST_FIELDS, fieldSize: MOST_OF_A_FIELD, fieldNameSize: 100 }
    for await (const part of this.#request.parts({ limits, throwFileSizeLimit: false } as { limits: typeof limits })) {
      if (part.type === 'file') {
        await put(part.file)
        taken = { filename: part.filename ?? '', truncated: part.file.truncated }
      } else if (typeof part.value === 'string' && !part.valueTruncated) {
        fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), part.value])
      }
    }
    if (!taken) throw new Invalid('file', 'a file is expected')
    return { ...taken, fields }
  }

  /** The sender went away, or sent what the parser of forms could not read; its errors have no name of their own. */
  #isTheirs(error: unknown): boolean {
    if (!(error instanceof Error) || error instanceof Invalid) return false
    const code = 'statusCode' in error ? Number(error.statusCode) : 0
    return (
      this.#request.raw.aborted || (code >= 400 && code < 500) || /multipart|terminated early|part header/i.test(error.message)
    )
  }
}

/** Puts routes on the app whose handlers get a FormBody as their body. */
export function formRoutes(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart)
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, streamsBody: true }
    })
    scope.addHook('preValidation', async (request) => {
      request.body = new FormBody(request)
    })
    routes(scope)
  })
}
