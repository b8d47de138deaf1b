import { vi } from 'vitest'
import { FilePatch } from '#features/files/contract.ts'
import type { FileRow } from '#features/files/contract.ts'
import { FolderDraft } from '#features/folders/contract.ts'
import type { Folder } from '#features/folders/contract.ts'
import type { SearchResult } from '#features/search/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { newId } from '#browser/random/random.ts'
import { MockLibrary } from './MockLibrary.ts'
import { NOTHING_FOUND } from './mockSearch.ts'

type MockResponse = { httpStatus?: number; body: Record<string, unknown> } | 'unreachable'
/** `ids` is read from the query or from a body that is a list. */
type MockRequest = { method: string; path: string; query: URLSearchParams; body: unknown; ids: string[] }

/**
 * Replaces `fetch` and serves recordings, folders, tasks and settings from memory, as the contracts define. `refuse` makes the next
 * call of a route fail; `hold` makes calls wait until they are released.
 */
export class MockLibraryServer {
  files: FileRow[]
  folders: Folder[]
  tasks: TaskView[] = []
  /** The trash setting; undefined while the settings are not loaded. */
  trashDays: number | null | undefined = 30
  readonly requests: MockRequest[] = []
  readonly #library = new MockLibrary(() => this.files)
  readonly #refusals = new Map<string, MockResponse>()
  readonly #holds = new Map<string, Promise<void>>()

  constructor({ files = [], folders = [] }: { files?: FileRow[]; folders?: Folder[] } = {}) {
    this.files = files
    this.folders = folders
    vi.stubGlobal('fetch', (address: string, request: RequestInit) => this.#fetch(address, request))
  }

  /** Sets the response of the next call of `METHOD /path`, or makes the server unreachable for it. */
  refuse(route: string, response: MockResponse): void {
    this.#refusals.set(route, response)
  }

  /** Calls of `METHOD /path` wait until the returned function is called. */
  hold(route: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#holds.set(route, promise)
    return () => {
      this.#holds.delete(route)
      resolve()
    }
  }

  /** Returns the results of every search. */
  searchReply(): SearchResult {
    return NOTHING_FOUND
  }

  /** Returns the calls of `METHOD /path` with their input. */
  calls(route: string): MockRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === route)
  }

  async #fetch(address: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> {
    const url = new URL(address, 'http://localhost')
    const path = url.pathname.replace(/^\/api/, '')
    const parsedBody = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined
    const ids = Array.isArray(parsedBody) ? (parsedBody as string[]) : (url.searchParams.get('ids')?.split(',') ?? [])
    const call = { method, path, query: url.searchParams, body: parsedBody, ids }
    this.requests.push(call)
    const route = `${method} ${path}`
    await this.#holds.get(route)
    signal?.throwIfAborted()
    const refusal = this.#refusals.get(route)
    this.#refusals.delete(route)
    if (refusal === 'unreachable') throw new TypeError('no server')
    const response = refusal ?? { body: { status: 0, ...this.#respond(call) } }
    return new Response(JSON.stringify({ request_id: 'r1', msg: '', ...response.body }), { status: response.httpStatus ?? 200 })
  }

  #respond({ method, path, query, body, ids }: MockRequest): Record<string, unknown> {
    const id = path.split('/').at(-1) ?? ''
    switch (
      `${method} ${path.replace(/[^/]+$/, (lastSegment) => (/^(web|update-tags|page|changes)$/.test(lastSegment) ? lastSegment : ':id'))}`
    ) {
      case 'GET /file/simple/web':
        return this.#list(query)
      case 'GET /file/page':
        return this.#library.page({ after: query.get('after') ?? undefined, limit: Number(query.get('limit') ?? 100) })
      case 'GET /file/changes':
        return this.#library.changes({ since: query.get('since') ?? '' })
      case 'PATCH /file/:id': {
        const { filename, filetag_id_list: tags } = FilePatch.parse(body)
        this.#change([id], (file) => ({
          ...file,
          filename: filename ?? file.filename,
          filetag_id_list: tags ?? file.filetag_id_list,
        }))
        return { data_file: this.files.find((file) => file.id === id) }
      }
      case 'POST /file/trash/':
        return this.#change(ids, (file) => ({ ...file, is_trash: true }))
      case 'POST /file/untrash/':
        return this.#change(ids, (file) => ({ ...file, is_trash: false }))
      case 'DELETE /file/':
        this.files = this.files.filter((file) => !ids.includes(file.id))
        return {}
      case 'POST /file/update-tags': {
        const { file_id_list, filetag_id } = body as { file_id_list: string[]; filetag_id: string }
        return this.#change(file_id_list, (file) => ({ ...file, filetag_id_list: filetag_id ? [filetag_id] : [] }))
      }
      case 'POST /search/:id':
        return { data: this.searchReply() }
      case 'GET /ai/:id':
        return { data_tasks: this.tasks }
      case 'GET /user/me/:id':
        return { data: { trash_days: this.trashDays } }
      default:
        return this.#respondToFolder(method, id, body)
    }
  }

  #respondToFolder(method: string, id: string, body: unknown): Record<string, unknown> {
    if (method === 'GET') return { data_filetag_total: this.folders.length, data_filetag_list: this.folders }
    if (method === 'DELETE') {
      this.folders = this.folders.filter((folder) => folder.id !== id)
      this.files = this.files.map((file) => ({ ...file, filetag_id_list: file.filetag_id_list.filter((tag) => tag !== id) }))
      return {}
    }
    const draft = FolderDraft.parse(body)
    const existing = this.folders.find((folder) => folder.id === id)
    if (this.folders.some((folder) => folder.name === draft.name && folder !== existing))
      return { status: -2, msg: 'Folder_exists' }
    const saved = { ...draft, id: existing?.id ?? newId() }
    this.folders = existing ? this.folders.map((folder) => (folder === existing ? saved : folder)) : [...this.folders, saved]
    return { data_filetag: saved }
  }

  #list(query: URLSearchParams): Record<string, unknown> {
    const sortBy = query.get('sort_by') === 'opened_time' ? 'opened_time' : 'start_time'
    const rows = this.files
      .filter((file) => query.get('is_trash') !== '0' || !file.is_trash)
      .sort((a, b) => b[sortBy] - a[sortBy])
      .slice(0, Number(query.get('limit') ?? 99_999))
    return { data_file_total: rows.length, data_file_list: rows }
  }

  #change(ids: readonly string[], change: (file: FileRow) => FileRow): Record<string, unknown> {
    this.files = this.files.map((file) => (ids.includes(file.id) ? change(file) : file))
    return {}
  }
}

/** Returns a recording as in lists. `start_time` is in Unix seconds, `duration` in milliseconds. */
export function fileRow(change: Partial<FileRow> & { filename: string }): FileRow {
  const id = change.id ?? newId()
  return {
    id,
    fullname: `${id}.mp3`,
    filesize: 1000,
    filetype: 'mp3',
    file_md5: '',
    is_trash: false,
    filetag_id_list: [],
    scene: 101,
    serial_number: '',
    start_time: 1_763_716_320,
    end_time: 1_763_719_200,
    edit_time: 1_763_716_320,
    opened_time: 1_763_716_320,
    edit_from: 'web',
    session_id: 0,
    duration: 2_880_000,
    timezone: 0,
    version: 1,
    support_mul_summ: true,
    is_trans: false,
    is_summary: false,
    summary_line: '',
    is_summary_new: false,
    ori_ready: true,
    trashed_at: null,
    ...change,
  }
}
