import { describe, expect, it } from 'vitest'
import { listSourceFiles, readText, resolveImport, withoutComments } from './sourceTree.ts'

/** Modules whose work grows with what a user chose. The server reaches them only through threads (docs/decisions/0117). */
const COMPUTE_ONLY: readonly RegExp[] = [
  /^src\/shared\/markdown\/(parse|renderMarkdown|splitBlocks)/,
  /^src\/features\/share\/server\/page\/(hide|markdownToHtml|names\/|renderPage|SharedContent)/,
  /^src\/features\/[^/]+\/compute\.ts$/,
  /^src\/features\/export\/server\/document\/(blocks|createDocument|markdownBlocks|StoredRecording|words)\.ts$/,
  // The audio is converted while it is read, and is no document.
  /^src\/features\/export\/server\/formats\/(?!audio\/mp3)/,
  /^src\/features\/export\/server\/(fonts\/|writeTranscript\.ts)/,
  /^src\/features\/ask\/server\/answering\/(fitSources|quoteAnswer|rankQuotes|topicPoints)\.ts$/,
]

/** A thread has little memory and starts often. What it needs of a feature is in `compute.ts`, `rules.ts` and `contract.ts`. */
/** The words of languages, in which questions are read on both sides, are still exported with whole features. */
const LOADS_FEATURES = ['src/features/ask/server/answering/answering.compute.ts']
const NOT_IN_THREADS = /^src\/(platform\/(db|jobs|live)\/|features\/[^/]+\/server\.ts$)/

/** What runs on the event loop of the server. The command line has its own process for one user. */
const SERVER_ENTRY = 'src/app/server/createAppServer.ts'
const files = new Set(listSourceFiles())

describe('work in threads', () => {
  it('is imported as a type only', () => {
    const breaches = [...files].flatMap((path) =>
      valueImports(path, readText(path))
        .filter((target) => target.endsWith('.compute.ts') && !path.endsWith('.compute.ts'))
        .map((target) => `${path} imports ${target}`),
    )
    expect(breaches).toEqual([])
  })

  it('is not reached from the event loop of the server', () => {
    const reached = reachedFrom(SERVER_ENTRY)
    expect(reached.size).toBeGreaterThan(500)
    const paths = [...reached].filter(([path]) => COMPUTE_ONLY.some((pattern) => pattern.test(path)))
    expect(paths.map(([path, via]) => `${path} by ${via}`)).toEqual([])
  })

  it.each(COMPUTE_ONLY.map((pattern) => [pattern]))('%s names existing modules', (pattern) => {
    expect([...files].filter((path) => pattern.test(path))).not.toEqual([])
  })

  it('loads neither the database nor whole features into a thread', () => {
    const entries = [...files].filter((path) => /(\/|\.)compute\.ts$/.test(path) && path !== 'src/platform/compute/compute.ts')
    const loaded = entries
      .filter((entry) => !LOADS_FEATURES.includes(entry))
      .flatMap((entry) =>
        [...reachedFrom(entry).keys()].filter((path) => NOT_IN_THREADS.test(path)).map((path) => `${entry} loads ${path}`),
      )
    expect(entries.length).toBeGreaterThan(3)
    expect(loaded).toEqual([])
  })

  it('is found through imports of values, also dynamic ones, not of types', () => {
    const source = `import { a } from './a.ts'\nimport type { B } from './b.ts'\nimport { type C } from './c.ts'
import { type D, d } from './d.ts'\nexport { e } from './e.ts'\nconst f = await import('./f.ts')`
    expect(valueImports('src/x/y.ts', source)).toEqual(['a', 'd', 'e', 'f'].map((name) => `src/x/${name}.ts`))
  })
})

/** Returns every file that the entry loads, with the file that imports it. */
function reachedFrom(entry: string): ReadonlyMap<string, string> {
  const reached = new Map([[entry, '']])
  for (const [path] of reached) {
    for (const target of valueImports(path, readText(path)))
      if (files.has(target) && !reached.has(target)) reached.set(target, path)
  }
  return reached
}

const STATIC_IMPORT = /^(?:import|export)\s([^'"`]*?)\bfrom\s+'([#.][^']+)'/gm
const OTHER_IMPORT = /\bimport\s*\(?\s*'([#.][^']+)'/g

function valueImports(path: string, source: string): string[] {
  const text = withoutComments(source)
  const named = [...text.matchAll(STATIC_IMPORT)].flatMap(([, names = '', target = '']) => (isOnlyTypes(names) ? [] : [target]))
  const others = [...text.matchAll(OTHER_IMPORT)].map(([, target = '']) => target)
  return [...named, ...others].map((target) => resolveImport(path, target))
}

function isOnlyTypes(names: string): boolean {
  if (/^type\b/.test(names)) return true
  const [, list] = /^\{([^}]*)\}\s*$/.exec(names) ?? []
  return list !== undefined && list.split(',').every((name) => /^\s*(type\s|$)/.test(name))
}
