/** A statement takes at most 65,535 values, so that a table may have 65 columns. */
const BATCH_SIZE = 1000

/** Writes rows whose number a user chose, a thousand with each statement. */
export async function writeInBatches<Row>(rows: readonly Row[], write: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_SIZE) await write(rows.slice(from, from + BATCH_SIZE))
}
