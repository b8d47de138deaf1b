import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'

const SOURCE = resolve(import.meta.dirname, '../web/public-page/player.ts')
const SHARED = resolve(import.meta.dirname, '../../../shared')

/** The script of the page without its types, and an address that changes with it. It is read once, when the server starts. */
export function readPageScript(): { path: string; code: string } {
  const code = readCode(SOURCE)
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 12)
  return { path: `/share/page/${hash}.js`, code }
}

/** Returns the code of a module without types and exports, with that of the modules of `src/shared` that it imports before it. */
const readCode = (path: string): string =>
  stripTypeScriptTypes(readFileSync(path, 'utf8'))
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/^import .* from '#shared\/(.*)'$/gm, (_, name: string) => readCode(resolve(SHARED, name)))
    .replaceAll(/^export /gm, '')
