import { z } from 'zod'

/** Version of the backup format. A restore accepts only this version. */
export const BACKUP_FORMAT = 1

const Table = z.object({ name: z.string(), columns: z.array(z.string()).check(z.minLength(1)) })
export type BackupTable = z.infer<typeof Table>

/** The first entry of a backup: its origin, and its tables in an order in which they can be loaded. */
export const Manifest = z.object({
  format: z.number(),
  earshot: z.string(),
  created_at: z.string(),
  /** The names of the applied migrations, in order. */
  migrations: z.array(z.string()),
  tables: z.array(Table),
})
export type Manifest = z.infer<typeof Manifest>

/** The last entry of a backup. A backup without it is incomplete. */
export const Summary = z.object({
  rows: z.number(),
  blobs: z.number(),
  bytes: z.number(),
  /** Keys that were deleted while the backup was made. */
  missing: z.array(z.string()),
})
export type Summary = z.infer<typeof Summary>

/** Names of the entries. The rows of a table are compressed pieces of COPY output, in order. */
export const ENTRY = {
  manifest: 'manifest.json',
  secrets: 'secrets/',
  database: 'database/',
  jobs: 'jobs.json',
  blobs: 'blobs/',
  summary: 'complete.json',
} as const

/** The field of a tar header that holds the MD5 of a blob, in hex. */
export const MD5_FIELD = 'EARSHOT.md5'

/** Thrown when a backup cannot be restored. The message is one sentence for the operator. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BackupError'
  }
}

/** Returns whether an error comes from the file system. */
export const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error
