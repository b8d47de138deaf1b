import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/**
 * Creates a migration of a feature with the next global number and returns its path. Throws an error with a user-friendly message.
 */
export function newMigration(root: string, feature: string, name: string): string[] {
  if (!existsSync(join(root, 'src/features', feature))) throw new Error(`there is no feature "${feature}" in src/features`)
  if (!KEBAB.test(name)) throw new Error(`"${name}" should be words in small letters with dashes between: add-colour`)
  const path = `src/features/${feature}/server/migrations/${nextNumber(root)}-${name}.sql`
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), '-- Why this change is needed, in one sentence.\n')
  return [path]
}

function nextNumber(root: string): string {
  const numbers = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql') && basename(dirname(path)) === 'migrations')
    .map((path) => Number.parseInt(basename(path), 10))
    .filter((number) => !Number.isNaN(number))
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0')
}
