import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { filesContract } from '#features/files/contract.ts'
import { PART_BYTES, type UnfinishedUpload, uploadContract, wrongParts } from '#features/upload/contract.ts'
import { MiB } from '#shared/units.ts'

type StartedUpload = { id: string; size: number; parts: Map<number, Buffer>; merged: Buffer | null }
/** The outcome for a part: a number is sent as HTTP status, `hang up` destroys the connection, `hold` waits for `release`. */
type Obstacle = number | { httpStatus: number; retryAfter: number } | 'hang up' | 'hold' | null

export type FakeUploadServer = AsyncDisposable & {
  readonly origin: string
  /** Method and path of every request, in order. */
  readonly requests: string[]
  /** Bodies of the confirm calls. */
  readonly confirmBodies: Record<string, unknown>[]
  readonly mergedUploads: Buffer[]
  /** The highest number of parts in flight at one time. */
  readonly maxInFlight: () => number
  /** The number of parts in flight. Aborted ones do not count. */
  readonly inFlight: () => number
  /** Titles in the library. */
  readonly libraryTitles: string[]
  limit: number
  /** How many links presign returns; null: as many as the size requires. */
  linkCount: number | null
  obstacle: (part: number, attempt: number) => Obstacle
  /** Refusals by route: `confirm: { status: -7 }`. */
  readonly refuse: Partial<Record<'presign' | 'merge' | 'confirm' | 'change', { status: number; msg: string }>>
  /** Texts saved with recordings, by their ids. */
  readonly savedTexts: Map<string, Record<string, unknown>>
  /** While true, calls that save texts get no response. */
  hangUpOnTexts: boolean
  /** How many of the next calls get 429 with an immediate retry. */
  tooMany: number
  /** Audio in the library: MD5 of the chosen file, and its recording. */
  readonly knownSounds: Map<string, { file_id: string; filename: string }>
  /** Unfinished uploads of other browsers, as they are listed. */
  readonly unfinishedElsewhere: UnfinishedUpload[]
  /** Changes the stored bytes of a part, as if it had been corrupted in transit. */
  corrupt: (bytes: Buffer, part: number, attempt: number) => Buffer
  /** Called with the parts of an upload before each merge; may change or remove some. */
  beforeMerge: (parts: Map<number, Buffer>) => void
  /** Invalidates all links issued so far. */
  expireLinks: () => void
  /** Deletes every unfinished upload. */
  readonly forgetUploads: () => void
  readonly releaseHeld: () => void
}

/** Starts a fake upload server on this machine, on a different origin than the page, with parts in memory. */
export async function startUploadServer(): Promise<FakeUploadServer> {
  const uploads = new Map<string, StartedUpload>()
  const heldParts: (() => void)[] = []
  const attempts = new Map<string, number>()
  let partsInFlight = 0
  let busiest = 0
  /** The generation of the valid links. */
  let linkGeneration = 0
  const httpServer = createServer((request, response) => void handleRequest(request, response))
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`
  const server: FakeUploadServer = {
    origin,
    requests: [],
    confirmBodies: [],
    mergedUploads: [],
    maxInFlight: () => busiest,
    inFlight: () => partsInFlight,
    libraryTitles: [],
    limit: 500 * MiB,
    linkCount: null,
    obstacle: () => null,
    refuse: {},
    savedTexts: new Map(),
    hangUpOnTexts: false,
    tooMany: 0,
    knownSounds: new Map(),
    unfinishedElsewhere: [],
    corrupt: (bytes) => bytes,
    beforeMerge: () => {},
    expireLinks: () => void (linkGeneration += 1),
    forgetUploads: () => uploads.clear(),
    releaseHeld: () => heldParts.splice(0).forEach((resume) => resume()),
    [Symbol.asyncDispose]: async () => {
      httpServer.closeAllConnections()
      await new Promise((resolve) => httpServer.close(resolve))
    },
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*, authorization, content-type, edit-from, app-platform, x-request-id')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    response.setHeader('access-control-expose-headers', 'ETag, Retry-After')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const path = new URL(request.url ?? '', origin).pathname
    server.requests.push(`${request.method} ${path}`)
    if (path.startsWith('/part/')) return receiveSlice(path, request, response)
    const bytes = await readBody(request)
    if (server.tooMany > 0) {
      server.tooMany--
      return void response.writeHead(429, { 'retry-after': '0' }).end('{"status":-429,"msg":"too many requests"}')
    }
    if (request.method === 'PATCH' && server.hangUpOnTexts) return void request.socket.destroy()
    const body = bytes.length > 0 ? (JSON.parse(bytes.toString()) as unknown) : undefined
    const reply = { request_id: 'r', status: 0, msg: 'success', ...handleApiCall(path.replace('/api', ''), body, request.method) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }

  function handleApiCall(path: string, body: unknown, method = 'GET'): Record<string, unknown> {
    const { presign, merge, confirm, webConfig, knownSounds, unfinished } = uploadContract
    if (path === webConfig.path) return { data: { upload_limit_size: server.limit } }
    if (path === presign.path) return server.refuse.presign ?? startUpload(presign.body.parse(body).filesize)
    if (path === merge.path) return server.refuse.merge ?? mergeUpload(merge.body.parse(body))
    if (path === confirm.path)
      return server.refuse.confirm ?? confirmUpload(body as Record<string, unknown>, confirm.body.parse(body).upload_id ?? '')
    if (path === unfinished.path) return { data: { list: server.unfinishedElsewhere } }
    if (path.startsWith(`${unfinished.path}/`)) return handleUpload(path.slice(unfinished.path.length + 1), method)
    if (path === knownSounds.path) {
      const known = knownSounds.body.parse(body).md5s.map((md5) => ({ md5, ...server.knownSounds.get(md5) }))
      return { data: { known: known.filter(({ file_id }) => file_id) } }
    }
    if (method === 'PATCH') return server.refuse.change ?? saveTexts(path.slice('/file/'.length), body)
    const { titles } = filesContract.knownTitles.body.parse(body)
    return { data: { known: server.libraryTitles.filter((title) => titles.includes(title)) } }
  }

  function saveTexts(id: string, body: unknown): Record<string, unknown> {
    const texts = filesContract.change.body.parse(body)
    server.savedTexts.set(id, texts)
    return { data_file: { id, filename: 'imported', duration: DURATION, is_trans: Boolean(texts.trans_result) } }
  }

  function startUpload(size: number): Record<string, unknown> {
    const id = `u${uploads.size + attempts.size}`
    uploads.set(id, { id, size, parts: new Map(), merged: null })
    const count = server.linkCount ?? Math.max(1, Math.ceil(size / PART_BYTES))
    return { data: { upload_id: id, object_name: `sound/${id}`, part_urls: createLinks(id, count) } }
  }

  const createLinks = (id: string, count: number): string[] =>
    Array.from(
      { length: count },
      (_, index) => `${origin}/part/${id}/${index + 1}${linkGeneration === 0 ? '' : `/${linkGeneration}`}`,
    )

  /** Returns the state of an upload, or deletes it. */
  function handleUpload(id: string, method: string): Record<string, unknown> {
    const upload = uploads.get(id)
    if (method === 'DELETE') {
      uploads.delete(id)
      return {}
    }
    if (!upload) return uploadGoneReply
    const open = upload.merged === null
    const parts = [...upload.parts].map(([PartNumber, bytes]) => ({ PartNumber, Etag: `"${md5(bytes)}"` }))
    const count = server.linkCount ?? Math.max(1, Math.ceil(upload.size / PART_BYTES))
    const openFields = open ? { part_urls: createLinks(id, count), parts } : { part_urls: [], parts: [] }
    return { data: { upload_id: id, object_name: `sound/${id}`, state: open ? 'open' : 'merged', ...openFields } }
  }

  async function receiveSlice(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , id = '', number = '', generation = '0'] = path.split('/')
    partsInFlight += 1
    busiest = Math.max(busiest, partsInFlight)
    response.on('close', () => (partsInFlight -= 1))
    const attempt = (attempts.get(path) ?? 0) + 1
    attempts.set(path, attempt)
    const obstacle = server.obstacle(Number(number), attempt)
    if (obstacle === 'hang up') return void request.socket.destroy()
    const bytes = await readBody(request)
    if (obstacle === 'hold') await new Promise<void>((resume) => heldParts.push(resume))
    // The sender aborted, so the part does not count.
    if (request.socket.destroyed) return
    if (typeof obstacle === 'number') return void response.writeHead(obstacle).end()
    if (obstacle && typeof obstacle === 'object')
      return void response.writeHead(obstacle.httpStatus, { 'retry-after': String(obstacle.retryAfter) }).end()
    const upload = uploads.get(id)
    if (!upload) return void response.writeHead(404).end()
    if (Number(generation) !== linkGeneration) return void response.writeHead(403).end()
    const storedBytes = server.corrupt(bytes, Number(number), attempt)
    upload.parts.set(Number(number), storedBytes)
    response.writeHead(200, { etag: `"${md5(storedBytes)}"` }).end()
  }

  function mergeUpload({
    upload_id,
    parts,
  }: {
    upload_id: string
    parts: { Etag: string; PartNumber: number }[]
  }): Record<string, unknown> {
    const upload = uploads.get(upload_id)
    if (!upload) return uploadGoneReply
    server.beforeMerge(upload.parts)
    for (const { Etag, PartNumber } of parts) {
      const storedSlice = upload.parts.get(PartNumber)
      if (!storedSlice) return refusalReply('partMissing')
      if (md5(storedSlice) !== Etag) return refusalReply('partChanged')
    }
    upload.merged = Buffer.concat(parts.map(({ PartNumber }) => upload.parts.get(PartNumber)!))
    return { data: { upload_id, object_name: `sound/${upload_id}` } }
  }

  function confirmUpload(body: Record<string, unknown>, id: string): Record<string, unknown> {
    const upload = uploads.get(id)
    if (!upload) return uploadGoneReply
    if (!upload.merged) return { status: uploadContract.confirm.refusals.notMerged.status, msg: 'Merge it first.' }
    server.confirmBodies.push(body)
    server.mergedUploads.push(upload.merged)
    const file = { id: md5(Buffer.from(id)), filename: String(body['filename']), duration: DURATION }
    return { data: file, data_file: file }
  }

  return server
}

/** The duration of every recording, in milliseconds. */
const DURATION = 100_000

const refusalReply = (name: keyof typeof wrongParts) => ({ status: wrongParts[name].status, msg: 'Send it again.' })
const uploadGoneReply = { status: uploadContract.merge.refusals.uploadExpired.status, msg: 'gone' }
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
