import { expect } from 'vitest'
import type { LibraryCounts, LibraryRow } from '#features/files/contract.ts'
import { type SeedFile, seedFiles } from '#features/files/server.ts'
import type { User } from './user.ts'
import type { TestServer } from './testServer.ts'

/** Adds recordings without audio, each one minute older than the previous one. Returns their ids, newest first. */
export async function seedRecordings(
  server: TestServer,
  user: User,
  count: number,
  overrides: Partial<SeedFile> = {},
): Promise<string[]> {
  const now = server.clock.now()
  const drafts = Array.from({ length: count }, (_, index) => ({
    filename: `Recording ${index}`,
    scene: 101,
    startTime: new Date(now.getTime() - index * 60_000),
    editTime: now,
    duration: 60_000,
    filetagIds: [],
    trashedAt: null,
    transcript: null,
    summary: null,
    ...overrides,
  }))
  await seedFiles(server.ctx, user.id, drafts)
  return (await user.files.simple({ query: {} })).data_file_list.map(({ id }) => id)
}

/** Reads every recording in pages of this size. */
export async function readAllPages(user: User, limit: number): Promise<LibraryRow[]> {
  const rows: LibraryRow[] = []
  for (let after: string | null | undefined; after !== null;) {
    const { data } = await user.files.page({ query: { limit, ...(after && { after }) } })
    rows.push(...data.files)
    after = data.next
  }
  return rows
}

/** Checks that the list, the pages, the stored counts and the changes since the beginning agree. */
export async function expectConsistentLibrary(user: User): Promise<void> {
  const rows = await readAllPages(user, 30)
  const changedRows = new Map<string, LibraryRow>()
  for (let since = 'none', more = true; more;) {
    const { data } = await user.files.changes({ query: { since } })
    expect(data.starts_over).toBe(false)
    expect(data.counts).toEqual(countRows(rows))
    for (const row of data.files) changedRows.set(row.id, row)
    for (const id of data.gone) changedRows.delete(id)
    ;({ more, sync_token: since } = data)
  }
  expect([...changedRows.values()].toSorted(compareById)).toEqual(rows.toSorted(compareById))
  const { data_file_list, data_file_total } = await user.files.simple({ query: {} })
  expect(data_file_list.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect(data_file_total).toBe(rows.length)
}

const compareById = (a: LibraryRow, b: LibraryRow): number => (a.id < b.id ? -1 : 1)

function countRows(rows: readonly LibraryRow[]): LibraryCounts {
  const counts: LibraryCounts = { all: 0, unorganized: 0, trash: 0, by_folder: {}, by_scene: {} }
  for (const { is_trash, filetag_id_list, scene } of rows) {
    if (is_trash) counts.trash++
    if (is_trash) continue
    counts.all++
    if (filetag_id_list.length === 0) counts.unorganized++
    counts.by_scene[scene] = (counts.by_scene[scene] ?? 0) + 1
    for (const id of filetag_id_list) counts.by_folder[id] = (counts.by_folder[id] ?? 0) + 1
  }
  return counts
}
