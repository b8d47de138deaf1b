import { unixSeconds } from '#kit/units.ts'
import type { MinuteEntry } from './store.ts'

/** An entry of the ledger as clients see it; what brought it about stays here. */
export const toTransaction = ({ entry_id, kind, seconds, file_id, at }: MinuteEntry) => ({
  id: entry_id,
  kind,
  seconds,
  file_id,
  at: unixSeconds(at),
})
