import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, executeSql, openDb } from '#platform/db/db.ts'
import { urlOf } from '#platform/db/embedded/keepPostmaster.ts'
import { readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'

/** Opens the database of a running Earshot through its socket. */
export async function databaseOf(dataDir: string): Promise<Db> {
  const file = await readPostmasterFile(join(dataDir, 'postgres'))
  if (!file) throw new Error(`no database runs in ${dataDir}`)
  return openDb(urlOf(file), { use: 'api' })
}

/** Returns every row of every table of every schema that contains one of the words, as text. */
export async function rowsWith(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await executeSql<{ name: string }>(
    db,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`,
  )
  const where = words.map((_, at) => `strpos(t::text, $${at + 1}) > 0`).join(' or ')
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await executeSql<{ row: string }>(db, `select t::text as row from ${name} t where ${where}`, words)
    found.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return found
}

/** Returns every file in the blob folder whose name, or whose content if it is JSON, contains the word. */
export async function filesWith(dataDir: string, word: string): Promise<string[]> {
  const dir = join(dataDir, 'blobs')
  const found: string[] = []
  for (const name of await readdir(dir, { recursive: true })) {
    const isFile = await stat(join(dir, name)).then(
      (of) => of.isFile(),
      // Deleted in the meantime.
      () => false,
    )
    const text = isFile && name.endsWith('.json') ? await readFile(join(dir, name), 'utf8').catch(() => '') : ''
    if (isFile && `${name} ${text}`.includes(word)) found.push(name)
  }
  return found
}
