import { build } from 'vite'
import type { InlineConfig, Rolldown } from 'vite'

/** The entry stays a separate file because the HTML page references it. */
const ENTRY = /\/app\/web\/(main\.tsx|index\.html)/
/** The home page with its layout. */
const HOME = /\/(layout\/MainLayout|pages\/HomePage)\.tsx$/
/** The library: the list and the page of a recording beside it. */
const LIBRARY = /\/(panes\/FilesLayout|pages\/FilePage)\.tsx$/
/** Overlays that open on every page and show recordings. */
const OVERLAYS = /\/web\/(palette\/CommandPalette|sync\/SyncPopover)\.tsx$/
/** Entry pages that users may open without the home page. */
const ENTRY_PAGES = /\/pages\/(LoginPage|public\/(\w+\/)?\w+)\.tsx$/

/** Modules that belong to no page. */
const SHARED_MODULES = /\/node_modules\/|\/src\/(ui|browser)\//

type ChunkGroup = { name: string; priority: number; includeDependenciesRecursively: false; test: (id: string) => boolean }

/**
 * Puts the modules of the first pages into six chunks instead of a hundred small ones, which would be slow to load: the modules
 * of every page, those shared by the home page and the entry pages, the rest of the home page, the controls of the library, its
 * modules shared with overlays, and the rest of the library. Only a build without unused exports shows which page needs a
 * module, so the page is built once in advance (two seconds).
 */
export async function createChunkGroups(config: InlineConfig): Promise<ChunkGroup[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, manifest: false },
  })
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput
  const chunks = output.filter((part) => part.type === 'chunk')
  const modulesOf = (isRoot: (chunk: Rolldown.OutputChunk) => boolean) => collectModules(chunks, isRoot)
  const entryModules = modulesOf(({ isEntry }) => isEntry)
  const homeModules = modulesOf(({ facadeModuleId }) => HOME.test(facadeModuleId ?? ''))
  const entryPageModules = modulesOf(({ facadeModuleId }) => ENTRY_PAGES.test(facadeModuleId ?? ''))
  const libraryModules = modulesOf(({ facadeModuleId }) => LIBRARY.test(facadeModuleId ?? ''))
  const overlayModules = modulesOf(({ facadeModuleId }) => OVERLAYS.test(facadeModuleId ?? ''))
  return [
    { name: 'base', priority: 6, includeDependenciesRecursively: false, test: (id) => entryModules.has(id) && !ENTRY.test(id) },
    {
      name: 'common',
      priority: 5,
      includeDependenciesRecursively: false,
      test: (id) => homeModules.has(id) && entryPageModules.has(id),
    },
    { name: 'landing', priority: 4, includeDependenciesRecursively: false, test: (id) => homeModules.has(id) },
    // The fields and menus of the library are also used by every dialog.
    {
      name: 'controls',
      priority: 3,
      includeDependenciesRecursively: false,
      test: (id) => libraryModules.has(id) && SHARED_MODULES.test(id),
    },
    // The modules that overlays share with the library, so that overlays do not load the list.
    {
      name: 'shared',
      priority: 2,
      includeDependenciesRecursively: false,
      test: (id) => libraryModules.has(id) && overlayModules.has(id),
    },
    { name: 'library', priority: 1, includeDependenciesRecursively: false, test: (id) => libraryModules.has(id) },
  ]
}

/** Returns every module that these chunks load by static imports. */
function collectModules(
  chunks: readonly Rolldown.OutputChunk[],
  isRoot: (chunk: Rolldown.OutputChunk) => boolean,
): ReadonlySet<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  for (const chunk of chunks) if (isRoot(chunk)) visit(chunk)
  return new Set([...seen].flatMap((chunk) => Object.keys(chunk.modules).filter((id) => chunk.modules[id]?.renderedLength)))
}
