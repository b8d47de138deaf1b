import { unixSeconds } from '#shared/units.ts'
import type { MinuteEntry } from './store.ts'

/** Converts a ledger entry to its wire format. The source is not sent. */
export const toTransaction = ({ entry_id, kind, seconds, file_id, at }: MinuteEntry) => ({
  id: entry_id,
  kind,
  seconds,
  file_id,
  at: unixSeconds(at),
})
