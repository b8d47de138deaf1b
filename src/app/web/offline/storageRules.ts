import { filesContract } from '#features/files/contract.ts'
import type { File } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { notesContract } from '#features/notes/contract.ts'
import type { LibraryResponse } from './ChunkedLibraryWriter.ts'

/** How a response is stored on this device: for which recording and without which fields. */
export type StorageRule = {
  /** null for lists and the user. */
  readonly recording: string | null
  readonly slim: (response: never) => unknown
  /** Returns the response if it is so long that it is written in chunks while the page is idle. */
  readonly long?: (response: never) => LibraryResponse | undefined
  /** Returns whether writing the response delays the page, so that it is written only when no newer one follows for a while. */
  readonly isSlow?: (response: never) => boolean
}

/**
 * Returns how to store the response of a query; undefined for queries that are not stored. Only lists, folders, failed tasks, the
 * user and recordings with their text are stored. All other data, above all signed URLs, is never written to disk.
 */
export function getStorageRule([feature, path, input]: readonly unknown[]): StorageRule | undefined {
  switch (`${String(feature)} ${String(path)}`) {
    case `files ${filesContract.page.path}`:
      return { recording: null, slim: unchanged, long: asLongLibrary }
    case `files ${filesContract.simple.path}`:
      return { recording: null, slim: unchanged }
    case `folders ${foldersContract.list.path}`:
      return { recording: null, slim: unchanged }
    case `generate ${generateContract.status.path}`:
      return { recording: null, slim: keepFailedTasks }
    case `me ${profileContract.me.path}`:
      return { recording: null, slim: unchanged }
    case `files ${filesContract.list.path}`:
      return recordingRule(getOnlyItem(getProperty(input, 'body')), stripUnknownExtraData, hasLongTranscript)
    case `notes ${notesContract.queryNote.path}`:
      return recordingRule(getProperty(getProperty(input, 'headers'), 'file-id'), stripLinks)
    default:
      return undefined
  }
}

/** Returns the ids of the whole library including the trash; undefined for other responses and for a partial library. */
export function getLibraryIds([feature, path]: readonly unknown[], response: unknown): Set<string> | undefined {
  const isWhole = feature === 'files' && path === filesContract.page.path && getProperty(response, 'next') === null
  const rows = isWhole ? getProperty(response, 'files') : undefined
  return Array.isArray(rows) ? new Set(rows.map((row) => String(getProperty(row, 'id')))) : undefined
}

/** The number of rows that a phone writes without a noticeable delay. */
const CHUNK_THRESHOLD = 2000
const asLongLibrary = (library: LibraryResponse): LibraryResponse | undefined =>
  library.files.length > CHUNK_THRESHOLD ? library : undefined

const unchanged = (response: never): unknown => response

/** Other tasks will have made progress by the time the page is offline. */
const keepFailedTasks = ({ data_tasks }: { data_tasks: readonly TaskView[] }) => ({
  data_tasks: data_tasks.filter(({ stage }) => stage === 'failed'),
})

/** Clients may put anything into `extra_data`, also URLs, so only the fields that the page shows are stored. */
const stripUnknownExtraData = (reply: { data_file_list: readonly File[] }) => ({
  ...reply,
  data_file_list: reply.data_file_list.map(({ extra_data: { tranConfig }, ...file }) => ({
    ...file,
    extra_data: tranConfig ? { tranConfig } : {},
  })),
})

/** The number of segments whose JSON is written without a noticeable delay. */
const LONG_TRANSCRIPT = 300
const hasLongTranscript = (reply: { data_file_list: readonly File[] }): boolean =>
  reply.data_file_list.some(({ trans_result }) => (trans_result?.length ?? 0) > LONG_TRANSCRIPT)

const stripLinks = (reply: { data: readonly object[] }) => ({
  ...reply,
  data: reply.data.map((note) => ({ ...note, data_link: '' })),
})

const recordingRule = (id: unknown, slim: StorageRule['slim'], isSlow?: StorageRule['isSlow']): StorageRule | undefined =>
  typeof id === 'string' && id !== '' ? { recording: id, slim, ...(isSlow && { isSlow }) } : undefined

const getOnlyItem = (list: unknown): unknown => (Array.isArray(list) && list.length === 1 ? list[0] : undefined)

const getProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
