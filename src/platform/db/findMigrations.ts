import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

export type Migration = {
  readonly number: number
  /** The file name without `.sql`: `0007-folders`. */
  readonly name: string
  /**
   * Checksum of the text with
   *  line breaks, so that a checkout on Windows does not look edited.
   */
  readonly checksum: string
  readonly sql: string
}

/** The files do not match the applied migrations, or a migration failed. One sentence per problem. */
export class MigrationError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[], cause?: unknown) {
    super(problems.join('\n'), { cause })
    this.name = 'MigrationError'
    this.problems = problems
  }
}

/** The `src` folder of this code. */
export const sourceRoot = join(import.meta.dirname, '..', '..')

/**
 * Returns all migrations under `root` in the order of their numbers. They are in `platform/db/migrations` and
 * `features/<name>/server/migrations`. Throws MigrationError for a duplicate number or a name that is not `NNNN-name.sql`.
 */
export const findMigrations = async (root: string): Promise<Migration[]> => {
  const features = await listNames(join(root, 'features'))
  const folders = [
    join(root, 'platform', 'db', 'migrations'),
    ...features.map((feature) => join(root, 'features', feature, 'server', 'migrations')),
  ]
  const files = (await Promise.all(folders.map(listSqlFiles))).flat()
  const invalidNames = files.filter((file) => !NAME_PATTERN.test(file))
  if (invalidNames.length > 0) {
    throw new MigrationError(invalidNames.map((file) => `${relative(root, file)} must be called NNNN-what-it-does.sql.`))
  }
  const migrations = await Promise.all(files.map(readMigration))
  migrations.sort((a, b) => a.number - b.number || a.name.localeCompare(b.name))
  const duplicates = migrations.filter((migration, i) => migrations[i - 1]?.number === migration.number)
  if (duplicates.length > 0) {
    throw new MigrationError(
      duplicates.map(({ number, name }) => `${name}: the number ${number} is already taken by another migration.`),
    )
  }
  return migrations
}

const NAME_PATTERN = /[/\\](\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/

async function readMigration(file: string): Promise<Migration> {
  const sql = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  const name = relative(dirname(file), file).slice(0, -'.sql'.length)
  return { number: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

async function listSqlFiles(folder: string): Promise<string[]> {
  return (await listNames(folder)).filter((name) => name.endsWith('.sql')).map((name) => join(folder, name))
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
    throw error
  }
}
