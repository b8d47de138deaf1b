import type { AppContext } from '#platform/context.ts'
import { listOpen } from './store.ts'

/**
 * Returns the user's unfinished recordings as plain JSON for the export of personal data. Finished ones are exported as files.
 */
export async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const rows = await listOpen(ctx, userId)
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
