import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * What the build needs to know about a chunk. A marker is a comment in the dynamic import that loads the chunk: `import(/* chunk:
 * landing, offline *\/ './HomePage.tsx')`.
 */
const MARKERS = {
  landing: 'The home page with its layout and what works in the background.',
  library: 'The list, and the page of a recording beside it.',
  overlay: 'Shows recordings without the list: opens on every page, or is the search page.',
  direct: 'A page that users may open without the home page.',
  offline: 'Needed without a network.',
} as const
type ChunkMarker = keyof typeof MARKERS

/** The files of the marked chunks. */
export type MarkedChunks = Readonly<Record<ChunkMarker, ReadonlySet<string>>>

/**
 * Reads the markers of all sources below `src`. Throws for an unknown marker, an import of a missing file, and an unused marker.
 */
export function readChunkMarkers(src: string = resolve(import.meta.dirname, '../../..')): MarkedChunks {
  const names = Object.keys(MARKERS) as ChunkMarker[]
  const marked = Object.fromEntries(names.map((name) => [name, new Set<string>()])) as Record<ChunkMarker, Set<string>>
  for (const file of sourceFiles(src)) {
    for (const [text, list = '', specifier = ''] of readFileSync(file, 'utf8').matchAll(MARKED_IMPORT)) {
      const target = resolve(dirname(file), specifier)
      if (!specifier.startsWith('.') || !existsSync(target))
        throw new Error(`${file}: ${text} imports a file that does not exist`)
      for (const name of list.split(',').map((part) => part.trim())) {
        if (!(name in MARKERS)) throw new Error(`${file}: ${text} has an unknown marker; the markers are ${names.join(', ')}`)
        marked[name as ChunkMarker].add(target)
      }
    }
  }
  const unused = names.filter((name) => marked[name].size === 0)
  if (unused.length > 0) throw new Error(`no import is marked as ${unused.join(', ')}`)
  return marked
}

const MARKED_IMPORT = /\bimport\(\s*\/\* chunk: (.*?) \*\/\s*'([^']+)'/g

function sourceFiles(src: string): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => join(src, path))
}
