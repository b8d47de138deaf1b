import { build } from 'vite'
import type { InlineConfig, Rolldown } from 'vite'

/** Stays a file of its own: the one the page names. */
const ENTRY = /\/app\/web\/(main\.tsx|index\.html)/
/** The home page with the shell around it. */
const LANDING = /\/(shell\/MainLayout|pages\/HomePage)\.tsx$/
/** The library: the list, and a recording beside it. */
const LIBRARY = /\/(shell\/FilesLayout|pages\/FilePage)\.tsx$/
/** What opens over every page and shows recordings. */
const OVER = /\/shell\/(palette\/CommandPalette|sync\/SyncPopover)\.tsx$/
/** Pages one may arrive at without ever seeing the home page. */
const ARRIVAL = /\/pages\/(LoginPage|public\/\w+)\.tsx$/

/** What is nobody's page. */
const PARTS = /\/node_modules\/|\/src\/ui\//

type Group = { name: string; priority: number; includeDependenciesRecursively: false; test: (id: string) => boolean }

/**
 * Puts what the first pages need into six files instead of a hundred small ones, each of which would be a round trip on a
 * slow line: what every page needs, what both the home page and the public ones do, the rest of the home page, and the library
 * with its controls and what other parts show of it. Which module
 * is needed where is known only after unused exports are left out, so the page is built once beforehand (two seconds).
 */
export async function firstChunks(config: InlineConfig): Promise<Group[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, manifest: false },
  })
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput
  const chunks = output.filter((part) => part.type === 'chunk')
  const modulesOf = (isRoot: (chunk: Rolldown.OutputChunk) => boolean) => modules(chunks, isRoot)
  const entry = modulesOf(({ isEntry }) => isEntry)
  const landing = modulesOf(({ facadeModuleId }) => LANDING.test(facadeModuleId ?? ''))
  const arrival = modulesOf(({ facadeModuleId }) => ARRIVAL.test(facadeModuleId ?? ''))
  const library = modulesOf(({ facadeModuleId }) => LIBRARY.test(facadeModuleId ?? ''))
  const over = modulesOf(({ facadeModuleId }) => OVER.test(facadeModuleId ?? ''))
  return [
    { name: 'base', priority: 6, includeDependenciesRecursively: false, test: (id) => entry.has(id) && !ENTRY.test(id) },
    { name: 'common', priority: 5, includeDependenciesRecursively: false, test: (id) => landing.has(id) && arrival.has(id) },
    { name: 'landing', priority: 4, includeDependenciesRecursively: false, test: (id) => landing.has(id) },
    // What its fields and menus are made of is what every dialog is made of.
    { name: 'controls', priority: 3, includeDependenciesRecursively: false, test: (id) => library.has(id) && PARTS.test(id) },
    // Of the library what the parts over every page show too: they need not bring the list for it.
    { name: 'shared', priority: 2, includeDependenciesRecursively: false, test: (id) => library.has(id) && over.has(id) },
    { name: 'library', priority: 1, includeDependenciesRecursively: false, test: (id) => library.has(id) },
  ]
}

/** Every module that these chunks bring by static imports. */
function modules(chunks: readonly Rolldown.OutputChunk[], isRoot: (chunk: Rolldown.OutputChunk) => boolean): ReadonlySet<string> {
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
