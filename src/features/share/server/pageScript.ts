import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'

const SOURCE = resolve(import.meta.dirname, '../web/public-page/player.ts')
const SHARED = resolve(import.meta.dirname, '../../../shared')

/** Returns the script of the page without types, and a path that changes with its content. Read once, when the server starts. */
export function readPageScript(): { path: string; code: string } {
  const code = readCode(SOURCE)
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 12)
  return { path: `/share/page/${hash}.js`, code }
}

/** Returns a module without types and exports, preceded by the modules of `src/shared` that it imports. */
const readCode = (path: string): string =>
  stripTypeScriptTypes(readFileSync(path, 'utf8'))
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/^import .* from '#shared\/(.*)'$/gm, (_, name: string) => readCode(resolve(SHARED, name)))
    .replaceAll(/^export /gm, '')
