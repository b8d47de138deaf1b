import { generate } from './queries.ts'

/** Seconds of sound being transcribed now, and how much of it is still to do (B§7 `GET /ai/trans-status`). */
export async function readSoundUnderWay(): Promise<{ total: number; left: number }> {
  const { total_seconds, remain_total } = await generate.transStatus({}, { quiet: true })
  return { total: total_seconds, left: remain_total }
}
