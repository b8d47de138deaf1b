import { build } from 'vite'
import type { InlineConfig, Rolldown } from 'vite'
import type { MarkedChunks } from './chunkMarkers.ts'

/** The entry stays a separate file because the HTML page references it. */
const ENTRY = /\/app\/web\/(main\.tsx|index\.html)/

/**
 * Modules that do not belong to a page. The search field needs buttons of the landing page, which the sign-in page must not load.
 */
const SHARED_MODULES = /\/node_modules\/|\/src\/(ui\/(?!search\/)|browser\/|shared\/)/

type ChunkGroup = { name: string; priority: number; includeDependenciesRecursively: false; test: (id: string) => boolean }

/**
 * Groups the modules of the first pages into six chunks instead of a hundred small ones, which would load slowly: the modules of
 * every page, those shared by the home page and directly opened pages, the rest of the home page, the controls of the library, its
 * modules shared with overlays, and the rest of the library. `marked` names the pages (see chunkMarkers.ts). Only a tree-shaken
 * build shows which page needs a module, so the page is built once in advance (two seconds).
 */
export async function createChunkGroups(config: InlineConfig, marked: MarkedChunks): Promise<ChunkGroup[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, manifest: false },
  })
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput
  const chunks = output.filter((part) => part.type === 'chunk')
  const modulesOf = (files: ReadonlySet<string>) => collectModules(chunks, findChunks(chunks, files))
  const entryModules = collectModules(
    chunks,
    chunks.filter(({ isEntry }) => isEntry),
  )
  const landingModules = modulesOf(marked.landing)
  const directModules = modulesOf(marked.direct)
  const libraryModules = modulesOf(marked.library)
  const overlayModules = modulesOf(marked.overlay)
  return [
    { name: 'base', priority: 6, includeDependenciesRecursively: false, test: (id) => entryModules.has(id) && !ENTRY.test(id) },
    {
      name: 'common',
      priority: 5,
      includeDependenciesRecursively: false,
      test: (id) => landingModules.has(id) && directModules.has(id),
    },
    { name: 'landing', priority: 4, includeDependenciesRecursively: false, test: (id) => landingModules.has(id) },
    // The fields and menus of the library are also used by every dialog.
    {
      name: 'controls',
      priority: 3,
      includeDependenciesRecursively: false,
      test: (id) => libraryModules.has(id) && SHARED_MODULES.test(id),
    },
    // Modules that overlays, the search page and the settings share with the library, so that they need not load the list.
    {
      name: 'shared',
      priority: 2,
      includeDependenciesRecursively: false,
      test: (id) => libraryModules.has(id) && overlayModules.has(id),
    },
    { name: 'library', priority: 1, includeDependenciesRecursively: false, test: (id) => libraryModules.has(id) },
  ]
}

/** Returns the chunks of these files. Throws when a file no longer has its own chunk. */
export function findChunks(chunks: readonly Rolldown.OutputChunk[], files: ReadonlySet<string>): Rolldown.OutputChunk[] {
  return [...files].map((file) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file)
    if (!chunk) throw new Error(`${file} is marked as a chunk (build/chunkMarkers.ts) but has no chunk of its own`)
    return chunk
  })
}

/** Returns every module that these chunks load by static imports. */
function collectModules(chunks: readonly Rolldown.OutputChunk[], roots: readonly Rolldown.OutputChunk[]): ReadonlySet<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  roots.forEach(visit)
  return new Set([...seen].flatMap((chunk) => Object.keys(chunk.modules).filter((id) => chunk.modules[id]?.renderedLength)))
}
