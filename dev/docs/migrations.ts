import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A migration: its path from the root, its owner (`features/files`, `platform/jobs`) and its SQL without comments. */
export type Migration = { readonly path: string; readonly owner: string; readonly sql: string }

const ROOT = new URL('../../', import.meta.url)

/** Returns all migrations in the order in which they run. */
export const listMigrations = (): Migration[] =>
  globSync('src/**/migrations/*.sql', { cwd: fileURLToPath(ROOT) })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted((a, b) => basename(a).localeCompare(basename(b)))
    .map((path) => ({
      path,
      owner: path.split('/').slice(1, 3).join('/'),
      sql: withoutSqlComments(readFileSync(new URL(path, ROOT), 'utf8')),
    }))

/** Returns the names of the tables that a migration creates, including renamed ones. */
export function createdTablesIn(sql: string): string[] {
  const created =
    /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?([a-z_]+)"?|alter\s+table\s+[a-z_]+\s+rename\s+to\s+([a-z_]+)/gi
  return [...withoutSqlComments(sql).matchAll(created)].map((match) => (match[1] ?? match[2])!)
}

const withoutSqlComments = (sql: string): string => sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')
