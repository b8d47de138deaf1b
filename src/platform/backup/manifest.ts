import { z } from 'zod'

/** The version of the format. A restore reads this one only. */
export const BACKUP_FORMAT = 1

const Table = z.object({ name: z.string(), columns: z.array(z.string()).check(z.minLength(1)) })
export type BackupTable = z.infer<typeof Table>

/** The first entry of a backup: what it is, and which tables follow in the order in which they can be loaded. */
export const Manifest = z.object({
  format: z.number(),
  earshot: z.string(),
  created_at: z.string(),
  /** Names of the migrations of the database, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(Table),
})
export type Manifest = z.infer<typeof Manifest>

/** The last entry of a backup. Without it the backup is not complete. */
export const Summary = z.object({
  rows: z.number(),
  blobs: z.number(),
  bytes: z.number(),
  /** Keys that were deleted while the backup was made. */
  missing: z.array(z.string()),
})
export type Summary = z.infer<typeof Summary>

/** Names of the entries. Texts of the database are compressed pieces of what COPY writes, in their order. */
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

/** One sentence about a backup that cannot be restored. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BackupError'
  }
}

/** Whether an error comes from the file system. */
export const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error
