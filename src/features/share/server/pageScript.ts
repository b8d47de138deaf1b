import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'

const SOURCE = resolve(import.meta.dirname, '../web/public-page/player.ts')

/** The script of the page without its types, and an address that changes with it. It is read once, when the server starts. */
export function readPageScript(): { path: string; code: string } {
  const code = stripTypeScriptTypes(readFileSync(SOURCE, 'utf8')).replaceAll(/[ \t]+$/gm, '')
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 12)
  return { path: `/share/page/${hash}.js`, code }
}
