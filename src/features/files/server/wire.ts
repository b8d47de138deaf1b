import { type Millis, unixSeconds } from '#shared/units.ts'
import { paths } from '#shared/paths.ts'
import type { AppContext } from '#platform/context.ts'
import type { File, LibraryCounts } from '../contract.ts'
import { toRow } from './rowFields.ts'
import type { FileRecord } from './store.ts'

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
