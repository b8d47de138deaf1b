import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, executeSql, openDb } from '#platform/db/db.ts'
import { databaseUrl } from '#platform/db/embedded/postmaster.ts'
import { readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'

/** Opens the database of a running Earshot through its socket. */
export async function openDatabase(dataDir: string): Promise<Db> {
  const file = await readPostmasterFile(join(dataDir, 'postgres'))
  if (!file) throw new Error(`no database is running in ${dataDir}`)
  return openDb(databaseUrl(file), { use: 'api' })
}

/** Returns every row of every table of every schema that contains one of the words, as text. */
export async function findRows(db: Db, searchTerms: readonly string[]): Promise<string[]> {
  const { rows: tables } = await executeSql<{ name: string }>(
    db,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`,
  )
  const where = searchTerms.map((_, index) => `strpos(t::text, $${index + 1}) > 0`).join(' or ')
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await executeSql<{ row: string }>(db, `select t::text as row from ${name} t where ${where}`, searchTerms)
    found.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return found
}

/** Returns every file in the blob folder whose name, or whose content if it is JSON, contains the word. */
export async function findFiles(dataDir: string, searchTerm: string): Promise<string[]> {
  const dir = join(dataDir, 'blobs')
  const found: string[] = []
  for (const name of await readdir(dir, { recursive: true })) {
    const isFile = await stat(join(dir, name)).then(
      (stats) => stats.isFile(),
      // Deleted in the meantime.
      () => false,
    )
    const text = isFile && name.endsWith('.json') ? await readFile(join(dir, name), 'utf8').catch(() => '') : ''
    if (isFile && `${name} ${text}`.includes(searchTerm)) found.push(name)
  }
  return found
}
