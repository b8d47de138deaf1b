import type { CallOptions, Client } from '#kit/client.ts'
import { type Bytes, KiB, MiB, type Millis } from '#kit/units.ts'
import { SCENES } from './contract.ts'
import type { LibraryCounts, LibraryRow, filesContract } from './contract.ts'

/** What one answer of full recordings may weigh as JSON. The first one always comes, however long it is. */
export const FULL_FILES_BYTES: Bytes = 16 * MiB

/** What programs keep beside a recording (`extra_data`) weighs at most this as JSON, all of it together. */
export const EXTRA_DATA_BYTES: Bytes = 256 * KiB

/** Full recordings in as many calls as it takes: what one answer leaves out is asked for in the next. */
export async function listAll(list: Client<typeof filesContract>['list'], ids: readonly string[], options?: CallOptions) {
  const query = { support_mul_summ: true }
  const reply = await list({ query, body: [...ids] }, options)
  const files = reply.data_file_list
  for (let rest = reply.data_left_out; rest.length > 0;) {
    const next = await list({ query, body: rest }, options)
    files.push(...next.data_file_list)
    rest = next.data_left_out
  }
  return { ...reply, data_file_list: files, data_left_out: [] }
}

/**
 * How much text a recording of this length may be given, in bytes of JSON. People speak at most 8 words a second: a word takes up to
 * 64 bytes in a transcript (its text twice, two times, a confidence) and 8 in a plain text. An outline has an entry of up to 320
 * bytes every ten seconds. What is added fits everything a short recording may have (docs/decisions/0034).
 */
export function textLimits(duration: Millis): Record<'trans_result' | 'ai_content' | 'outline_result', Bytes> {
  const seconds = Math.ceil(duration / 1000)
  return {
    trans_result: 64 * KiB + seconds * 512,
    ai_content: 256 * KiB + seconds * 64,
    outline_result: 64 * KiB + seconds * 32,
  }
}

/** The part of the library a list shows: a user folder by its id, or a category of B§2 (a shelf or a source). */
export type Shelf = { tagId?: string | undefined; categoryId?: string | undefined }

/** Whether a recording belongs on a shelf; a folder wins over a category, and an unknown category shows all (B§2). */
export function isOnShelf(
  file: Pick<LibraryRow, 'is_trash' | 'filetag_id_list' | 'scene'>,
  { tagId, categoryId }: Shelf,
): boolean {
  if (tagId === undefined && categoryId === 'trash') return file.is_trash
  if (file.is_trash) return false
  if (tagId !== undefined) return file.filetag_id_list.includes(tagId)
  if (categoryId === 'unorganized') return file.filetag_id_list.length === 0
  const scene = sceneOf(categoryId)
  return scene === undefined || file.scene === scene
}

/** The order of lists: newest first; of the same second, the one whose id was given last. */
export const newestFirst = (a: Pick<LibraryRow, 'start_time' | 'id'>, b: Pick<LibraryRow, 'start_time' | 'id'>): number =>
  b.start_time - a.start_time || (a.id < b.id ? 1 : -1)

type Counted = Pick<LibraryRow, 'is_trash' | 'filetag_id_list' | 'scene'>

/** No recording anywhere. */
export const NO_COUNTS: LibraryCounts = { all: 0, unorganized: 0, trash: 0, by_folder: {}, by_scene: {} }

/** The counts once recordings have changed from what they were to what they will be; null: not there (B§2 Sidebar). */
export function recount(
  counts: LibraryCounts,
  moved: readonly (readonly [was: Counted | null, becomes: Counted | null])[],
): LibraryCounts {
  const next = { ...counts, by_folder: { ...counts.by_folder }, by_scene: { ...counts.by_scene } }
  for (const [was, becomes] of moved) {
    if (was) add(next, was, -1)
    if (becomes) add(next, becomes, 1)
  }
  return next
}

function add(counts: LibraryCounts, file: Counted, n: 1 | -1): void {
  if (file.is_trash) {
    counts.trash += n
    return
  }
  counts.all += n
  if (file.filetag_id_list.length === 0) counts.unorganized += n
  for (const id of file.filetag_id_list) counts.by_folder[id] = (counts.by_folder[id] ?? 0) + n
  counts.by_scene[file.scene] = (counts.by_scene[file.scene] ?? 0) + n
}

/** A source as `categoryId` names it. */
export type Source = keyof typeof SCENES

/** True for the names of the sources (B§3). */
export const isSource = (categoryId: string | undefined): categoryId is Source =>
  categoryId !== undefined && Object.hasOwn(SCENES, categoryId)

const sceneOf = (categoryId: string | undefined): number | undefined => (isSource(categoryId) ? SCENES[categoryId] : undefined)
