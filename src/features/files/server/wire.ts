import { type Millis, unixSeconds } from '#shared/units.ts'
import { paths } from '#shared/paths.ts'
import type { AppContext } from '#platform/context.ts'
import type { File, FileRow, LibraryCounts, LibraryRow } from '../contract.ts'
import type { FileRecord, ListedFile } from './store.ts'
import type { LibraryFile } from './storeLibrary.ts'

const SUFFIX = { mp3: 'mp3', wav: 'wav', 'ogg-opus': 'opus', asr: 'opus' } as const

/** Returns a recording as lists show it: times in unix seconds, `duration` in milliseconds (B§3). */
export const toRow = (row: ListedFile): FileRow => ({
  id: row.file_id,
  filename: row.filename,
  fullname: `${row.file_id}.${SUFFIX[row.sound_kind]}`,
  filesize: row.bytes,
  filetype: SUFFIX[row.sound_kind],
  file_md5: row.md5,
  is_trash: row.trashed_at !== null,
  filetag_id_list: row.filetag_ids,
  scene: row.scene,
  serial_number: row.serial_number,
  start_time: unixSeconds(row.start_time),
  end_time: unixSeconds(new Date(row.start_time.getTime() + row.duration_ms)),
  edit_time: unixSeconds(row.edit_time),
  opened_time: unixSeconds(row.opened_at),
  edit_from: row.edit_from,
  session_id: row.session_id,
  duration: row.duration_ms,
  timezone: row.timezone,
  version: unixSeconds(row.edit_time),
  support_mul_summ: row.support_mul_summ,
  is_trans: row.has_transcript,
  is_summary: row.has_summary,
  summary_line: row.summary_line,
  is_summary_new: row.has_new_summary,
  ori_ready: row.sound_deleted_at === null,
  trashed_at: row.trashed_at && unixSeconds(row.trashed_at),
})

/** Returns a recording as the page keeps it in memory. */
export const toLibraryRow = (row: LibraryFile): LibraryRow => ({
  id: row.file_id,
  filename: row.filename,
  is_trash: row.trashed_at !== null,
  trashed_at: row.trashed_at && unixSeconds(row.trashed_at),
  filetag_id_list: row.filetag_ids,
  scene: row.scene,
  start_time: unixSeconds(row.start_time),
  edit_time: unixSeconds(row.edit_time),
  opened_time: unixSeconds(row.opened_at),
  duration: row.duration_ms,
  is_trans: row.has_transcript,
  is_summary: row.has_summary,
  summary_line: row.summary_line,
  is_summary_new: row.has_new_summary,
  ori_ready: row.sound_deleted_at === null,
})

/** Returns the counts from the names that the database triggers write: `all`, `scene:101`, `folder:<id>`. */
export function toCounts(countsByName: ReadonlyMap<string, number>): LibraryCounts {
  const byPrefix = (prefix: string) =>
    Object.fromEntries(
      [...countsByName].flatMap(([name, n]) => (n > 0 && name.startsWith(prefix) ? [[name.slice(prefix.length), n]] : [])),
    )
  const countOf = (name: string) => countsByName.get(name) ?? 0
  return {
    all: countOf('all'),
    unorganized: countOf('unorganized'),
    trash: countOf('trash'),
    by_folder: byPrefix('folder:'),
    by_scene: byPrefix('scene:'),
  }
}

/** Returns the address of the page of a recording. */
export const pageOf = ({ config }: AppContext, fileId: string): string => `${config.publicUrl}${paths.file(fileId)}`

export type Results = Partial<Pick<File, 'trans_result' | 'ai_content' | 'outline_result'>>

/** Returns a recording with its transcript, summary and outline, and the position of its player. */
export const toFile = (row: FileRecord, { results, position }: { results: Results; position: Millis }): File => ({
  ...toRow(row),
  original_filename: row.original_title,
  extra_data: row.extra_data,
  trans_result: results.trans_result ?? null,
  ai_content: results.ai_content ?? '',
  outline_result: results.outline_result ?? null,
  sound_deleted_at: row.sound_deleted_at && unixSeconds(row.sound_deleted_at),
  playback_position: position,
})
