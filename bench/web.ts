import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { KiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'

type Chunk = { file: string; src?: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>
export type Budget = { name: string; gzip: Bytes; target: Bytes; limit: Bytes }

const WEB = resolve(import.meta.dirname, '../dist/web')
const kb = (n: number): Bytes => n * KiB

/** The byte budgets of the web build, gz -9. `limit` fails, `target` is aimed at. A lazy chunk counts what it adds to the entry. */
export function measure(web: string = WEB): Budget[] {
  const manifest = readManifest(web)
  const [entryKey] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry) ?? []
  if (!entryKey) throw new Error('the manifest names no entry')
  const entry = closure(manifest, entryKey)
  const size = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(web, file)), { level: 9 }).length, 0)
  const styles = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => (file.endsWith('.css') ? [file] : css)))
  const lazy = Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([key]) => {
      const added = [...closure(manifest, key)].filter((file) => !entry.has(file))
      return { name: `  ${nameOf(key)}`, gzip: size(added), ...budgetOf(key) }
    })
  return [
    { name: 'entry, static closure', gzip: size(entry), target: kb(140), limit: kb(170) },
    { name: 'CSS', gzip: size(styles), target: kb(15), limit: kb(25) },
    ...lazy.sort((a, b) => b.gzip - a.gzip),
  ]
}

/** Prints the budgets; fails the process when one is above its limit. */
export function run(): void {
  const budgets = measure()
  const shown = (bytes: Bytes) => (bytes / KiB).toFixed(1).padStart(7)
  console.log('     KB gz  target   limit')
  for (const { name, gzip, target, limit } of budgets) {
    const verdict = gzip > limit ? 'OVER' : gzip > target ? 'near' : 'ok'
    console.log(`${shown(gzip)} ${shown(target)} ${shown(limit)}  ${verdict.padEnd(4)}  ${name}`)
  }
  if (budgets.some(({ gzip, limit }) => gzip > limit)) process.exitCode = 1
}

function readManifest(web: string): Manifest {
  const path = join(web, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error(`no web build at ${web}: run vite build first`)
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

/** The script files a chunk brings by static imports, itself included. */
function closure(manifest: Manifest, from: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[from]
  if (!chunk || seen.has(chunk.file)) return seen
  if (chunk.file.endsWith('.js')) seen.add(chunk.file)
  for (const key of chunk.imports ?? []) closure(manifest, key, seen)
  return seen
}

const nameOf = (key: string): string => key.replace('\0', '').replace(/^(\.\.\/)+/, '')

function budgetOf(key: string): { target: Bytes; limit: Bytes } {
  if (key.includes('virtual:messages')) return { target: kb(25), limit: kb(49) }
  if (/mediabunny|transcode/i.test(key)) return { target: kb(245), limit: kb(270) }
  if (/wavesurfer/i.test(key)) return { target: kb(21), limit: kb(24) }
  return { target: kb(60), limit: kb(80) }
}

if (import.meta.main) run()
