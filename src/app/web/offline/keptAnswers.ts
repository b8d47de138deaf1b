import { filesContract } from '#features/files/contract.ts'
import type { File } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import { meContract } from '#features/me/contract.ts'
import { notesContract } from '#features/notes/contract.ts'
import type { Rows } from './libraryPieces.ts'

/** An answer that may be kept on this device: for which recording, and what of it is left out. */
export type Keepable = {
  /** null for lists and the person. */
  readonly recording: string | null
  readonly slim: (answer: never) => unknown
  /** The answer, if there is so much of it that it is written down in pieces and only when the page rests. */
  readonly long?: (answer: never) => Rows | undefined
}

/**
 * What one reads offline and nothing else: lists, folders, the person, recordings with their text. Everything not named here,
 * above all addresses that let one in, never reaches the disk. `undefined` for any other query.
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

/** The ids of the whole library, trash and all; undefined for other answers and while a part of it is all that has been read. */
export function wholeLibrary([feature, path]: readonly unknown[], answer: unknown): Set<string> | undefined {
  const isWhole = feature === 'files' && path === filesContract.page.path && at(answer, 'next') === null
  const rows = isWhole ? at(answer, 'files') : undefined
  return Array.isArray(rows) ? new Set(rows.map((row) => String(at(row, 'id')))) : undefined
}

/** Rows a phone writes down without anybody noticing. */
const FEW = 2000
const longList = (library: Rows): Rows | undefined => (library.files.length > FEW ? library : undefined)

const whole = (answer: never): unknown => answer

/** In `extra_data` clients put what they like, addresses too: only what the page shows is kept. */
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
