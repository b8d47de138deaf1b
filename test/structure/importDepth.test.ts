import { describe, expect, it } from 'vitest'
import { listSourceFiles, readFeaturePlan, readText, resolveImport, withoutComments } from './sourceTree.ts'

/** The maximum length of import chains, of values and types, among the files of one part of the page. */
const MAX_LEVELS = 7

/**
 * `contract.ts` and `rules.ts` count as one level with their parts: both sides share them, and they are split only because of their
 * size.
 */
const NOT_MEASURED = /\/(server|messages|contract|rules)\/|\/server\.ts$/
const browserFiles = listSourceFiles().filter((path) => !NOT_MEASURED.test(path))
const parts = [...Object.keys(readFeaturePlan()).map((name) => `src/features/${name}`), 'src/app/web', 'src/browser', 'src/ui']

describe('chains of imports', () => {
  it.each(parts)(`of %s have at most ${MAX_LEVELS} levels`, (part) => {
    const chain = longestChain(browserFiles.filter((path) => path.startsWith(`${part}/`)))
    expect(chain.length, chain.join('\n')).toBeLessThanOrEqual(MAX_LEVELS)
  })

  it('are found through imports and exports of values and types, but not through dynamic imports', () => {
    const source = "import { a } from './a.ts'\nimport type { B } from '#ui/b.ts'\nexport { c } from '../c.ts'\nimport('./d.ts')"
    expect(importsOf('src/ui/x/y.ts', source)).toEqual(['src/ui/x/a.ts', 'src/ui/b.ts', 'src/ui/c.ts'])
  })
})

/** Returns the files of the longest chain, each of which imports the next one. */
function longestChain(files: readonly string[]): readonly string[] {
  const imports = new Map(files.map((path) => [path, importsOf(path, readText(path))]))
  const chains = new Map<string, readonly string[]>()
  const chainFrom = (path: string): readonly string[] => {
    const known = chains.get(path)
    if (known) return known
    // Stops at a cycle; dependencyRules forbids cycles.
    chains.set(path, [path])
    const chain = [path, ...longest((imports.get(path) ?? []).filter((target) => imports.has(target)).map(chainFrom))]
    chains.set(path, chain)
    return chain
  }
  return longest(files.map(chainFrom))
}

const longest = (chains: readonly (readonly string[])[]): readonly string[] =>
  chains.reduce((best, chain) => (chain.length > best.length ? chain : best), [])

const STATIC_IMPORT = /^(?:import|export)\s[^'"`]*?\bfrom\s+'([#.][^']+)'/gm

function importsOf(path: string, source: string): string[] {
  return [...withoutComments(source).matchAll(STATIC_IMPORT)].map(([, target = '']) => resolveImport(path, target))
}
