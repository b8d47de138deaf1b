import { z } from 'zod'
import { hours, MiB } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'

/** Settings of uploads. */
export const uploadSettings = {
  UPLOAD_LIMIT_MB: wholeNumber(1, 51_200, 'a number of megabytes from 1 to 51200').default(500),
  STORAGE_LIMIT_MB: wholeNumber(0, 1_000_000_000, 'a number of megabytes, 0 for no limit').default(0),
  UPLOAD_KEPT_HOURS: wholeNumber(1, 720, 'a number of hours from 1 to 720').default(24),
}

type Settings = z.infer<z.ZodObject<typeof uploadSettings>>

export type UploadsConfig = {
  /** Maximum size of an upload and of a selection of files (B§9). */
  readonly maxBytes: Bytes
  /** How long an unfinished upload is kept so that it can be resumed. */
  readonly resumableFor: Millis
  /** Storage quota of an account for audio and text together; null for no limit. */
  readonly maxStored: Bytes | null
}

export const uploadsConfig = (settings: Settings): UploadsConfig => ({
  maxBytes: settings.UPLOAD_LIMIT_MB * MiB,
  resumableFor: hours(settings.UPLOAD_KEPT_HOURS),
  maxStored: settings.STORAGE_LIMIT_MB === 0 ? null : settings.STORAGE_LIMIT_MB * MiB,
})

function wholeNumber(min: number, max: number, description: string) {
  const message = `must be ${description}`
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.number().min(min, message).max(max, message))
}
