/** A statement takes at most 65,535 values, and building it blocks the event loop: two hundred rows take a few milliseconds. */
const BATCH_SIZE = 200

/** Writes rows whose number a user controls, in several statements. */
export async function writeInBatches<Row>(rows: readonly Row[], write: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_SIZE) await write(rows.slice(from, from + BATCH_SIZE))
}
