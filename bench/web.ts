import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { KiB } from '#shared/units.ts'
import type { Bytes } from '#shared/units.ts'
import { readChunkMarkers } from '#app/web/build/chunkMarkers.ts'
import { buildWeb } from '#app/cli/buildWeb.ts'
import { limitVerdict } from './limitVerdict.ts'
import { measureTimes } from './webTimes.ts'

type Chunk = { file: string; src?: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>
export type Budget = { name: string; gzip: Bytes; target: Bytes; limit: Bytes }

const WEB = resolve(import.meta.dirname, '../dist/web')
/** The keys of the manifest are paths relative to this folder. */
const SOURCES = resolve(import.meta.dirname, '../src/app/web')
const kib = (n: number): Bytes => n * KiB

/** Chunks of a recording's page. */
const RECORDING_PART = /features\/(?:notes|transcription)\/web\/(?!todos\/OpenTodos|word-list|voice-prints)/

/**
 * Returns the size budgets of the web build, compressed with gzip -9. The bench fails above `limit` and aims for `target`. A lazy
 * chunk counts what it adds to the landing page, a directly opened page what it adds to the entry, and a chunk of a recording's
 * page what it adds to that page.
 */
export function measure(web: string = WEB): Budget[] {
  const manifest = readManifest(web)
  const marked = readChunkMarkers()
  const keys = Object.keys(manifest)
  const keysOf = (files: ReadonlySet<string>) => keys.filter((key) => files.has(resolve(SOURCES, key)))
  const [landingKeys, directKeys] = [keysOf(marked.landing), keysOf(marked.direct)]
  const entryKeys = keys.filter((key) => manifest[key]?.isEntry)
  const entry = staticClosure(manifest, entryKeys)
  const landing = staticClosure(manifest, [...entryKeys, ...landingKeys])
  const recording = staticClosure(manifest, [...entryKeys, ...landingKeys, ...keysOf(marked.library)])
  const size = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(web, file)), { level: 9 }).length, 0)
  const addedSize = (key: string) => {
    const loaded = directKeys.includes(key) ? entry : RECORDING_PART.test(key) ? recording : landing
    return size([...staticClosure(manifest, [key])].filter((file) => !loaded.has(file)))
  }
  const lazy = keys
    .filter((key) => manifest[key]?.isDynamicEntry && !landingKeys.includes(key))
    .map((key) => ({ name: `  ${nameOf(key)}`, gzip: addedSize(key), ...budgetOf(key) }))
    .sort((a, b) => b.gzip - a.gzip)
  const language = Math.max(0, ...lazy.filter(({ name }) => name.includes('messages')).map(({ gzip }) => gzip))
  const styles = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => (file.endsWith('.css') ? [file] : css)))
  return [
    { name: 'entry, static closure', gzip: size(entry), target: kib(140), limit: kib(170) },
    { name: 'entry, landing page and the largest language', gzip: size(landing) + language, target: kib(200), limit: kib(240) },
    { name: 'CSS', gzip: size(styles), target: kib(15), limit: kib(25) },
    { name: 'fonts preloaded by every page', gzip: size(preloadedFonts(web)), target: kib(28), limit: kib(32) },
    ...lazy,
  ]
}

/** Prints the budgets and the times. Sets the exit code to 1 when one exceeds its limit. */
export async function run(): Promise<void> {
  await buildWeb({ log: { info: (text: string) => console.log(`  ${text}`) } })
  const budgets = measure()
  const shown = (bytes: Bytes) => (bytes / KiB).toFixed(1).padStart(7)
  console.log('     KB gz  target   limit')
  for (const { name, gzip, target, limit } of budgets) {
    console.log(`${shown(gzip)} ${shown(target)} ${shown(limit)}  ${limitVerdict(gzip, { target, limit })}  ${name}`)
  }
  const areTimesOk = await measureTimes(budgets[0]?.gzip ?? 0)
  if (!areTimesOk || budgets.some(({ gzip, limit }) => gzip > limit)) process.exitCode = 1
}

function readManifest(web: string): Manifest {
  const path = join(web, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error(`no web build at ${web}: run vite build first`)
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

/** Returns the script files of these chunks and of everything they import statically. */
function staticClosure(manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk.file)) continue
    if (chunk.file.endsWith('.js')) seen.add(chunk.file)
    staticClosure(manifest, chunk.imports ?? [], seen)
  }
  return seen
}

/** Returns the font files that the page preloads. */
function preloadedFonts(web: string): string[] {
  const html = readFileSync(join(web, 'index.html'), 'utf8')
  return [...html.matchAll(/<link rel="preload" as="font"[^>]* href="\/([^"]+)"/g)].map(([, file = '']) => file)
}

const nameOf = (key: string): string => key.replace('\0', '').replace(/^(\.\.\/)+/, '')

function budgetOf(key: string): { target: Bytes; limit: Bytes } {
  if (key.includes('virtual:messages')) return { target: kib(25), limit: kib(49) }
  if (/mediabunny|transcode/i.test(key)) return { target: kib(245), limit: kib(270) }
  if (/wavesurfer/i.test(key)) return { target: kib(21), limit: kib(24) }
  // ProseMirror and a Markdown parser, loaded only to edit a note (docs/decisions/0075).
  if (key.includes('NoteEditor')) return { target: kib(160), limit: kib(175) }
  // HTML entity names and an XML parser. They run in workers; these chunks are for browsers without workers (docs/decisions/0109).
  if (/readTranscriptFile|readRecordingFiles/.test(key)) return { target: kib(155), limit: kib(170) }
  return { target: kib(60), limit: kib(85) }
}

if (import.meta.main) await run()
