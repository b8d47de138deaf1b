import { filesContract } from '#features/files/contract.ts'
import type { File } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import { meContract } from '#features/me/contract.ts'
import { notesContract } from '#features/notes/contract.ts'
import type { Rows } from './libraryPieces.ts'

/** How a response is stored on this device: for which recording and without which fields. */
export type Keepable = {
  /** null for lists and the user. */
  readonly recording: string | null
  readonly slim: (answer: never) => unknown
  /** Returns the response if it is so long that it is written in chunks while the page is idle. */
  readonly long?: (answer: never) => Rows | undefined
}

/**
 * Returns how to store the response of a query; undefined for queries that are not stored. Only lists, folders, the user and
 * recordings with their text are stored. All other data, above all signed URLs, is never written to disk.
 */
export function keepableOf([feature, path, input]: readonly unknown[]): Keepable | undefined {
  switch (`${String(feature)} ${String(path)}`) {
    case `files ${filesContract.page.path}`:
      return { recording: null, slim: whole, long: longList }
    case `files ${filesContract.simple.path}`:
      return { recording: null, slim: whole }
    case `folders ${foldersContract.list.path}`:
      return { recording: null, slim: whole }
    case `me ${meContract.me.path}`:
      return { recording: null, slim: whole }
    case `files ${filesContract.list.path}`:
      return ofRecording(onlyOne(at(input, 'body')), withoutStrangers)
    case `notes ${notesContract.queryNote.path}`:
      return ofRecording(at(at(input, 'headers'), 'file-id'), withoutLinks)
    default:
      return undefined
  }
}

/** Returns the ids of the whole library including the trash; undefined for other responses and for a partial library. */
export function wholeLibrary([feature, path]: readonly unknown[], answer: unknown): Set<string> | undefined {
  const isWhole = feature === 'files' && path === filesContract.page.path && at(answer, 'next') === null
  const rows = isWhole ? at(answer, 'files') : undefined
  return Array.isArray(rows) ? new Set(rows.map((row) => String(at(row, 'id')))) : undefined
}

/** The number of rows that a phone writes without a noticeable delay. */
const FEW = 2000
const longList = (library: Rows): Rows | undefined => (library.files.length > FEW ? library : undefined)

const whole = (answer: never): unknown => answer

/** Clients may put anything into `extra_data`, also URLs, so only the fields that the page shows are stored. */
const withoutStrangers = (reply: { data_file_list: readonly File[] }) => ({
  ...reply,
  data_file_list: reply.data_file_list.map(({ extra_data: { tranConfig }, ...file }) => ({
    ...file,
    extra_data: tranConfig ? { tranConfig } : {},
  })),
})

const withoutLinks = (reply: { data: readonly object[] }) => ({
  ...reply,
  data: reply.data.map((note) => ({ ...note, data_link: '' })),
})

const ofRecording = (id: unknown, slim: Keepable['slim']): Keepable | undefined =>
  typeof id === 'string' && id !== '' ? { recording: id, slim } : undefined

const onlyOne = (list: unknown): unknown => (Array.isArray(list) && list.length === 1 ? list[0] : undefined)

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
