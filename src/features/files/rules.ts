import type { CallOptions, Client } from '#shared/client.ts'
import { type Bytes, KiB, MiB, type Millis } from '#shared/units.ts'
import { SCENES } from './contract.ts'
import type { LibraryCounts, LibraryRow, filesContract } from './contract.ts'

/** Maximum JSON size of one reply with full recordings. The first recording is always included, whatever its size. */
export const FULL_FILES_BYTES: Bytes = 16 * MiB

/** Maximum JSON size of everything that programs store with a recording (`extra_data`). */
export const EXTRA_DATA_BYTES: Bytes = 256 * KiB

/**
 * Returns full recordings with as many calls as needed: what one reply leaves out is requested in the next. Transcripts of the
 * version that the caller has are null.
 */
export async function listFullFiles(
  list: Client<typeof filesContract>['list'],
  ids: readonly string[],
  { transcriptVersion, ...options }: CallOptions & { transcriptVersion?: number | undefined } = {},
) {
  const query = { transcript_version: transcriptVersion }
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
 * Returns the maximum size of each text of a recording of this length, in bytes of JSON. People speak at most 8 words a second. A
 * word takes up to 64 bytes in a transcript (its text twice, two times, a confidence) and 8 in plain text. An outline has an
 * entry of up to 320 bytes every ten seconds. The constant part leaves room for all texts of a short recording
 * (docs/decisions/0034).
 */
export function textLimits(duration: Millis): Record<'trans_result' | 'ai_content' | 'outline_result', Bytes> {
  const seconds = Math.ceil(duration / 1000)
  return {
    trans_result: 64 * KiB + seconds * 512,
    ai_content: 256 * KiB + seconds * 64,
    outline_result: 64 * KiB + seconds * 32,
  }
}

/** The part of the library that a list shows: a user folder by its id, or a category of B§2 (a fixed list or a source). */
export type ListView = { tagId?: string | undefined; categoryId?: string | undefined }

/**
 * Returns whether a recording belongs in a list. A folder takes precedence over a category, and an unknown category contains
 * everything (B§2).
 */
export function isInListView(
  file: Pick<LibraryRow, 'is_trash' | 'filetag_id_list' | 'scene'>,
  { tagId, categoryId }: ListView,
): boolean {
  if (tagId === undefined && categoryId === 'trash') return file.is_trash
  if (file.is_trash) return false
  if (tagId !== undefined) return file.filetag_id_list.includes(tagId)
  if (categoryId === 'unorganized') return file.filetag_id_list.length === 0
  const scene = sceneOfSource(categoryId)
  return scene === undefined || file.scene === scene
}

/** Compares recordings for the default order: newest first, then by descending id within the same second. */
export const newestFirst = (a: Pick<LibraryRow, 'start_time' | 'id'>, b: Pick<LibraryRow, 'start_time' | 'id'>): number =>
  b.start_time - a.start_time || (a.id < b.id ? 1 : -1)

type CountedFile = Pick<LibraryRow, 'is_trash' | 'filetag_id_list' | 'scene'>

/** Counts of an empty library. */
export const NO_COUNTS: LibraryCounts = { all: 0, unorganized: 0, trash: 0, by_folder: {}, by_scene: {} }

/**
 * Returns the counts after recordings have changed; null stands for a recording that does not exist before or after (B§2
 * Sidebar).
 */
export function recount(
  counts: LibraryCounts,
  changes: readonly (readonly [was: CountedFile | null, becomes: CountedFile | null])[],
): LibraryCounts {
  const updated = { ...counts, by_folder: { ...counts.by_folder }, by_scene: { ...counts.by_scene } }
  for (const [before, after] of changes) {
    if (before) addToCounts(updated, before, -1)
    if (after) addToCounts(updated, after, 1)
  }
  return updated
}

function addToCounts(counts: LibraryCounts, file: CountedFile, n: 1 | -1): void {
  if (file.is_trash) {
    counts.trash += n
    return
  }
  counts.all += n
  if (file.filetag_id_list.length === 0) counts.unorganized += n
  for (const id of file.filetag_id_list) counts.by_folder[id] = (counts.by_folder[id] ?? 0) + n
  counts.by_scene[file.scene] = (counts.by_scene[file.scene] ?? 0) + n
}

/** The name of a source as used in `categoryId`. */
export type Source = keyof typeof SCENES

/** Returns whether this is the name of a source (B§3). */
export const isSource = (categoryId: string | undefined): categoryId is Source =>
  categoryId !== undefined && Object.hasOwn(SCENES, categoryId)

const sceneOfSource = (categoryId: string | undefined): number | undefined =>
  isSource(categoryId) ? SCENES[categoryId] : undefined
