import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { KiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'
import { Invalid } from './failures.ts'

const MOST_FIELDS = 200
const MOST_OF_A_FIELD = 64 * KiB

/** A parsed form. A field may occur more than once. */
export type TakenForm = {
  /** The file name that the client sent. */
  readonly filename: string
  /** True when the file was longer than the limit. */
  readonly truncated: boolean
  readonly fields: ReadonlyMap<string, readonly string[]>
}

/** The body of a request that is a form with fields and one file. Nothing is read before `parse` is called. */
export class FormBody {
  readonly #request: FastifyRequest
  constructor(request: FastifyRequest) {
    this.#request = request
  }

  /** Size of the whole form according to Content-Length; null when the header is absent. */
  get announced(): Bytes | null {
    const said = this.#request.headers['content-length']
    return said === undefined ? null : Number(said)
  }

  /**
   * Reads the form; call it once. `store` gets the file as a stream of at most `maxBytes` bytes and is awaited. Rejects with
   * Invalid when the body is not such a form, and with the errors of `store`.
   */
  async take(most: Bytes, put: (file: Readable) => Promise<unknown>): Promise<TakenForm> {
    if (!this.#request.isMultipart()) throw new Invalid('body', 'a form is expected (multipart/form-data)')
    // @NOTE The parser would wait forever for a client that has already disconnected.
    if (this.#request.raw.destroyed) throw new Invalid('body', 'this form was not sent to its end')
    try {
      return await this.#read(most, put)
    } catch (error) {
      // @NOTE An unfinished body would leave its connection paused forever and the response unread.
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

  /**
   * True when the client disconnected or sent a form that cannot be parsed. The errors of the parser have no name of their own.
   */
  #isTheirs(error: unknown): boolean {
    if (!(error instanceof Error) || error instanceof Invalid) return false
    const code = 'statusCode' in error ? Number(error.statusCode) : 0
    return (
      this.#request.raw.aborted || (code >= 400 && code < 500) || /multipart|terminated early|part header/i.test(error.message)
    )
  }
}

/** Registers routes whose handlers get a FormBody as their body. */
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
