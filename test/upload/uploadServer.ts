import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { filesContract } from '#features/files/contract.ts'
import { PART_BYTES, type UnfinishedUpload, uploadContract, wrongParts } from '#features/upload/contract.ts'
import { MiB } from '#kit/units.ts'

type Begun = { id: string; size: number; parts: Map<number, Buffer>; merged: Buffer | null }
/** What happens to a slice: a number is sent as HTTP status, `hang up` destroys the connection, `hold` waits for `release`. */
type Obstacle = number | { httpStatus: number; retryAfter: number } | 'hang up' | 'hold' | null

export type UploadServer = AsyncDisposable & {
  readonly origin: string
  /** Method and path of every request, in order. */
  readonly asked: string[]
  /** Bodies of the confirm calls. */
  readonly confirmed: Record<string, unknown>[]
  readonly received: Buffer[]
  /** The highest number of slices in flight at one time. */
  readonly busiest: () => number
  /** The number of slices in flight. Aborted ones do not count. */
  readonly underway: () => number
  /** Titles in the library. */
  readonly titles: string[]
  limit: number
  /** How many links presign returns; computed from the size when null. */
  slices: number | null
  obstacle: (part: number, attempt: number) => Obstacle
  /** Refusals by route: `confirm: { status: -7 }`. */
  readonly refuse: Partial<Record<'presign' | 'merge' | 'confirm', { status: number; msg: string }>>
  /** How many of the next calls are answered with 429 and an immediate retry. */
  tooMany: number
  /** Sounds in the library: MD5 of the chosen file, and its recording. */
  readonly sounds: Map<string, { file_id: string; filename: string }>
  /** Unfinished uploads of other browsers, as they are listed. */
  readonly elsewhere: UnfinishedUpload[]
  /** Changes the stored bytes of a slice, as if it had arrived damaged. */
  spoil: (bytes: Buffer, part: number, attempt: number) => Buffer
  /** Receives the slices of an upload before each merge, and may change or remove some. */
  beforeMerge: (parts: Map<number, Buffer>) => void
  /** Invalidates all links given out so far. */
  age: () => void
  /** Forgets every upload that was started. */
  readonly forget: () => void
  readonly release: () => void
}

/** Starts a fake upload server on this machine, on another origin than the page, with slices in memory. */
export async function uploadServer(): Promise<UploadServer> {
  const begun = new Map<string, Begun>()
  const held: (() => void)[] = []
  const attempts = new Map<string, number>()
  let onTheirWay = 0
  let busiest = 0
  /** The generation of the valid links. */
  let links = 0
  const http = createServer((request, response) => void answer(request, response))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const world: UploadServer = {
    origin,
    asked: [],
    confirmed: [],
    received: [],
    busiest: () => busiest,
    underway: () => onTheirWay,
    titles: [],
    limit: 500 * MiB,
    slices: null,
    obstacle: () => null,
    refuse: {},
    tooMany: 0,
    sounds: new Map(),
    elsewhere: [],
    spoil: (bytes) => bytes,
    beforeMerge: () => {},
    age: () => void (links += 1),
    forget: () => begun.clear(),
    release: () => held.splice(0).forEach((go) => go()),
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*, authorization, content-type, edit-from, app-platform, x-request-id')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    response.setHeader('access-control-expose-headers', 'ETag, Retry-After')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const path = new URL(request.url ?? '', origin).pathname
    world.asked.push(`${request.method} ${path}`)
    if (path.startsWith('/part/')) return takePart(path, request, response)
    const bytes = await bodyOf(request)
    if (world.tooMany > 0) {
      world.tooMany--
      return void response.writeHead(429, { 'retry-after': '0' }).end('{"status":-429,"msg":"too many requests"}')
    }
    const body = bytes.length > 0 ? (JSON.parse(bytes.toString()) as unknown) : undefined
    const reply = { request_id: 'r', status: 0, msg: 'success', ...json(path.replace('/api', ''), body, request.method) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }

  function json(path: string, body: unknown, method = 'GET'): Record<string, unknown> {
    const { presign, merge, confirm, webConfig, knownSounds, unfinished } = uploadContract
    if (path === webConfig.path) return { data: { upload_limit_size: world.limit } }
    if (path === presign.path) return world.refuse.presign ?? begin(presign.body.parse(body).filesize)
    if (path === merge.path) return world.refuse.merge ?? put(merge.body.parse(body))
    if (path === confirm.path)
      return world.refuse.confirm ?? accept(body as Record<string, unknown>, confirm.body.parse(body).upload_id)
    if (path === unfinished.path) return { data: { list: world.elsewhere } }
    if (path.startsWith(`${unfinished.path}/`)) return one(path.slice(unfinished.path.length + 1), method)
    if (path === knownSounds.path) {
      const known = knownSounds.body.parse(body).md5s.map((md5) => ({ md5, ...world.sounds.get(md5) }))
      return { data: { known: known.filter(({ file_id }) => file_id) } }
    }
    const { titles } = filesContract.knownTitles.body.parse(body)
    return { data: { known: world.titles.filter((title) => titles.includes(title)) } }
  }

  function begin(size: number): Record<string, unknown> {
    const id = `u${begun.size + attempts.size}`
    begun.set(id, { id, size, parts: new Map(), merged: null })
    const count = world.slices ?? Math.max(1, Math.ceil(size / PART_BYTES))
    return { data: { upload_id: id, object_name: `sound/${id}`, part_urls: linksOf(id, count) } }
  }

  const linksOf = (id: string, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `${origin}/part/${id}/${at + 1}${links === 0 ? '' : `/${links}`}`)

  /** Returns the state of an upload, or deletes it. */
  function one(id: string, method: string): Record<string, unknown> {
    const upload = begun.get(id)
    if (method === 'DELETE') {
      begun.delete(id)
      return {}
    }
    if (!upload) return gone
    const open = upload.merged === null
    const parts = [...upload.parts].map(([PartNumber, bytes]) => ({ PartNumber, Etag: `"${md5(bytes)}"` }))
    const count = world.slices ?? Math.max(1, Math.ceil(upload.size / PART_BYTES))
    const there = open ? { part_urls: linksOf(id, count), parts } : { part_urls: [], parts: [] }
    return { data: { upload_id: id, object_name: `sound/${id}`, state: open ? 'open' : 'merged', ...there } }
  }

  async function takePart(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , id = '', number = '', age = '0'] = path.split('/')
    onTheirWay += 1
    busiest = Math.max(busiest, onTheirWay)
    response.on('close', () => (onTheirWay -= 1))
    const attempt = (attempts.get(path) ?? 0) + 1
    attempts.set(path, attempt)
    const obstacle = world.obstacle(Number(number), attempt)
    if (obstacle === 'hang up') return void request.socket.destroy()
    const bytes = await bodyOf(request)
    if (obstacle === 'hold') await new Promise<void>((go) => held.push(go))
    // The sender aborted, so the slice does not count.
    if (request.socket.destroyed) return
    if (typeof obstacle === 'number') return void response.writeHead(obstacle).end()
    if (obstacle && typeof obstacle === 'object')
      return void response.writeHead(obstacle.httpStatus, { 'retry-after': String(obstacle.retryAfter) }).end()
    const upload = begun.get(id)
    if (!upload) return void response.writeHead(404).end()
    if (Number(age) !== links) return void response.writeHead(403).end()
    const came = world.spoil(bytes, Number(number), attempt)
    upload.parts.set(Number(number), came)
    response.writeHead(200, { etag: `"${md5(came)}"` }).end()
  }

  function put({
    upload_id,
    parts,
  }: {
    upload_id: string
    parts: { Etag: string; PartNumber: number }[]
  }): Record<string, unknown> {
    const upload = begun.get(upload_id)
    if (!upload) return gone
    world.beforeMerge(upload.parts)
    for (const { Etag, PartNumber } of parts) {
      const there = upload.parts.get(PartNumber)
      if (!there) return refusalOf('partMissing')
      if (md5(there) !== Etag) return refusalOf('partChanged')
    }
    upload.merged = Buffer.concat(parts.map(({ PartNumber }) => upload.parts.get(PartNumber)!))
    return { data: { upload_id, object_name: `sound/${upload_id}` } }
  }

  function accept(body: Record<string, unknown>, id: string): Record<string, unknown> {
    const upload = begun.get(id)
    if (!upload) return gone
    if (!upload.merged) return { status: uploadContract.confirm.refusals.notMerged.status, msg: 'Merge it first.' }
    world.confirmed.push(body)
    world.received.push(upload.merged)
    const file = { id: md5(Buffer.from(id)), filename: String(body['filename']) }
    return { data: file, data_file: file }
  }

  return world
}

const refusalOf = (name: keyof typeof wrongParts) => ({ status: wrongParts[name].status, msg: 'Send it again.' })
const gone = { status: uploadContract.merge.refusals.uploadGone.status, msg: 'gone' }
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
