import type { Ground } from '#platform/ground.ts'
import { listOpen } from './store.ts'

/** What is kept here of a user beside the files it became, as plain JSON for the copy of their data. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  const rows = await listOpen(ground, userId)
  return {
    unfinished_recordings: rows.map(({ filename, start_time, duration_ms, bytes, heard_at }) => ({
      filename,
      start_time,
      duration_ms,
      bytes,
      last_piece_at: heard_at,
    })),
  }
}
