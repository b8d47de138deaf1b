import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { KiB } from '#shared/units.ts'
import type { Bytes } from '#shared/units.ts'
import { Invalid } from './errors.ts'

const MAX_FIELDS = 200
const MAX_FIELD_BYTES = 64 * KiB

/** A parsed form. A field may occur more than once. */
export type ParsedForm = {
  /** The file name as sent by the client. */
  readonly filename: string
  /** True when the file was longer than the limit. */
  readonly truncated: boolean
  readonly fields: ReadonlyMap<string, readonly string[]>
}

/** The body of a request that is a form with fields and one file. Nothing is read until `parse` is called. */
export class FormBody {
  readonly #request: FastifyRequest
  constructor(request: FastifyRequest) {
    this.#request = request
  }

  /** Size of the whole form according to Content-Length; null when the header is absent. */
  get contentLength(): Bytes | null {
    const header = this.#request.headers['content-length']
    return header === undefined ? null : Number(header)
  }

  /**
   * Reads the form; call it once. `store` gets the file as a stream of at most `maxBytes` bytes and is awaited. Rejects with
   * Invalid when the body is not such a form, and with the errors of `store`.
   */
  async parse(maxBytes: Bytes, store: (file: Readable) => Promise<unknown>): Promise<ParsedForm> {
    if (!this.#request.isMultipart()) throw new Invalid('body', 'a form is expected (multipart/form-data)')
    // @NOTE The parser would wait forever for a client that has already disconnected.
    if (this.#request.raw.destroyed) throw new Invalid('body', 'this form was not sent to its end')
    try {
      return await this.#readParts(maxBytes, store)
    } catch (error) {
      // @NOTE An unfinished body would leave its connection paused forever and the response unread.
      this.#request.raw.unpipe()
      this.#request.raw.resume()
      throw this.#isClientError(error) ? new Invalid('body', 'this form cannot be read') : error
    }
  }

  async #readParts(maxBytes: Bytes, store: (file: Readable) => Promise<unknown>): Promise<ParsedForm> {
    const fields = new Map<string, string[]>()
    let file: Pick<ParsedForm, 'filename' | 'truncated'> | null = null
    const limits = { fileSize: maxBytes, files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, fieldNameSize: 100 }
    for await (const part of this.#request.parts({ limits, throwFileSizeLimit: false } as { limits: typeof limits })) {
      if (part.type === 'file') {
        await store(part.file)
        file = { filename: part.filename ?? '', truncated: part.file.truncated }
      } else if (typeof part.value === 'string' && !part.valueTruncated) {
        fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), part.value])
      }
    }
    if (!file) throw new Invalid('file', 'a file is expected')
    return { ...file, fields }
  }

  /**
   * True when the client disconnected or sent a form that cannot be parsed. The errors of the parser have no name of their own.
   */
  #isClientError(error: unknown): boolean {
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
