import { z } from 'zod'
import { hours, MiB } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** Settings of uploads. */
export const uploadSettings = {
  UPLOAD_LIMIT_MB: amount(1, 51_200, 'a number of megabytes from 1 to 51200').default(500),
  STORAGE_LIMIT_MB: amount(0, 1_000_000_000, 'a number of megabytes, 0 for no limit').default(0),
  UPLOAD_KEPT_HOURS: amount(1, 720, 'a number of hours from 1 to 720').default(24),
}

type Settings = z.infer<z.ZodObject<typeof uploadSettings>>

export type UploadsConfig = {
  /** Maximum size of an upload and of a selection of files (B§9). */
  readonly mostBytes: Bytes
  /** How long an unfinished upload is kept so that it can be resumed. */
  readonly keptFor: Millis
  /** Storage quota of an account for audio and text together; null for no limit. */
  readonly mostStored: Bytes | null
}

export const uploadsConfig = (s: Settings): UploadsConfig => ({
  mostBytes: s.UPLOAD_LIMIT_MB * MiB,
  keptFor: hours(s.UPLOAD_KEPT_HOURS),
  mostStored: s.STORAGE_LIMIT_MB === 0 ? null : s.STORAGE_LIMIT_MB * MiB,
})

function amount(least: number, most: number, what: string) {
  const says = `must be ${what}`
  return z.string().regex(/^\d+$/, says).transform(Number).pipe(z.number().min(least, says).max(most, says))
}
