import { unixSeconds } from '#shared/units.ts'
import { type FileRow, LibraryRow } from '../contract.ts'
import type { ListedFile } from './store.ts'

const SUFFIX = { mp3: 'mp3', wav: 'wav', 'ogg-opus': 'opus', asr: 'opus' } as const

type Column = keyof ListedFile
type Field<C extends Column, T> = { readonly columns: readonly C[]; readonly read: (row: Pick<ListedFile, C>) => T }

const field = <const C extends Column, T>(columns: readonly C[], read: (row: Pick<ListedFile, C>) => T): Field<C, T> => ({
  columns,
  read,
})
const column = <const C extends Column>(name: C): Field<C, ListedFile[C]> => field([name], (row) => row[name])

/** Each field of a recording in a list (B§3): the columns that it is read from, and how. */
const FIELDS = {
  id: column('file_id'),
  filename: column('filename'),
  fullname: field(['file_id', 'sound_kind'], (row) => `${row.file_id}.${SUFFIX[row.sound_kind]}`),
  filesize: column('bytes'),
  filetype: field(['sound_kind'], (row): string => SUFFIX[row.sound_kind]),
  file_md5: column('md5'),
  is_trash: field(['trashed_at'], (row) => row.trashed_at !== null),
  filetag_id_list: column('filetag_ids'),
  scene: column('scene'),
  serial_number: column('serial_number'),
  start_time: field(['start_time'], (row) => unixSeconds(row.start_time)),
  end_time: field(['start_time', 'duration_ms'], (row) => unixSeconds(new Date(row.start_time.getTime() + row.duration_ms))),
  edit_time: field(['edit_time'], (row) => unixSeconds(row.edit_time)),
  opened_time: field(['opened_at'], (row) => unixSeconds(row.opened_at)),
  edit_from: column('edit_from'),
  session_id: column('session_id'),
  duration: column('duration_ms'),
  timezone: column('timezone'),
  version: field(['edit_time'], (row) => unixSeconds(row.edit_time)),
  support_mul_summ: column('support_mul_summ'),
  is_trans: column('has_transcript'),
  is_summary: column('has_summary'),
  summary_line: column('summary_line'),
  is_summary_new: column('has_new_summary'),
  ori_ready: field(['sound_deleted_at'], (row) => row.sound_deleted_at === null),
  trashed_at: field(['trashed_at'], (row) => row.trashed_at && unixSeconds(row.trashed_at)),
} satisfies { [Name in keyof FileRow]: { columns: readonly Column[]; read: (row: ListedFile) => FileRow[Name] } }

type FieldName = keyof typeof FIELDS
type LibraryColumn = (typeof FIELDS)[keyof LibraryRow]['columns'][number]

/** A recording with the columns that the page keeps in memory. */
export type LibraryFile = Pick<ListedFile, LibraryColumn>

const LIBRARY_FIELDS = Object.keys(LibraryRow.shape) as (keyof LibraryRow)[]
export const LIBRARY_COLUMNS = [
  ...new Set(LIBRARY_FIELDS.flatMap((name): readonly Column[] => FIELDS[name].columns)),
] as LibraryColumn[]

function readFields<Name extends FieldName>(names: readonly Name[], row: Partial<ListedFile>): Pick<FileRow, Name> {
  const fields: Partial<Record<FieldName, unknown>> = {}
  for (const name of names) fields[name] = (FIELDS[name].read as (file: Partial<ListedFile>) => unknown)(row)
  return fields as Pick<FileRow, Name>
}

const ALL_FIELDS = Object.keys(FIELDS) as FieldName[]

/** Returns a recording as lists show it: times in unix seconds, `duration` in milliseconds (B§3). */
export const toRow = (row: ListedFile): FileRow => readFields(ALL_FIELDS, row)

/** Returns a recording as the page keeps it in memory. */
export const toLibraryRow = (row: LibraryFile): LibraryRow => readFields(LIBRARY_FIELDS, row)
