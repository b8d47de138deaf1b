import { z } from 'zod'
import type { Bytes } from '#kit/units.ts'

/** What is kept of an upload, as JSON in its folder: `upload.json` from its beginning on, `done.json` once it is merged. */
export const UploadBegun = z.object({ key: z.string(), size: z.number(), begunAt: z.number() })
export const UploadDone = z.object({ key: z.string(), size: z.number(), md5: z.string(), parts: z.array(z.string()) })

export type UploadBegun = z.infer<typeof UploadBegun>
export type UploadDone = z.infer<typeof UploadDone>

/** A part as it lies on the disk; the name of its file says all of it: `00007.<md5>.5242880`. */
export type StoredPart = { readonly number: number; readonly md5: string; readonly bytes: Bytes; readonly name: string }

export const partName = (number: number, { md5, size }: { md5: string; size: Bytes }): string =>
  `${String(number).padStart(5, '0')}.${md5}.${size}`

/** Null for every other file. */
export function readPartName(name: string): StoredPart | null {
  const [, number, md5 = '', bytes] = /^(\d{5})\.([0-9a-f]{32})\.(\d{1,15})$/.exec(name) ?? []
  return number ? { number: Number(number), md5, bytes: Number(bytes), name } : null
}
