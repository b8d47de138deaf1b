import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROOT, readFeaturePlan, readText, resolveImport, withoutComments } from './sourceTree.ts'

/** Every page loads these files, and therefore everything they import statically. */
const manifests = [
  ...Object.keys(readFeaturePlan()).map((name) => `src/features/${name}/web.tsx`),
  'src/app/web/layout/layoutFeature.ts',
  'src/app/web/pages/routes.ts',
].filter((path) => existsSync(`${ROOT}/${path}`))

/** The components of the features and of the app. Routes that wrap a lazy page in another component are in `routes.tsx`. */
const SCREEN = /^src\/(features\/[^/]+\/web|app\/web)\/(?!.*\broutes\.tsx$).*\.tsx$/
const PUBLIC_API = /^src\/features\/[^/]+\/web\.tsx$/

describe('a browser manifest', () => {
  it.each(manifests)('%s imports screens only when they are needed', (manifest) => {
    expect(findScreens(manifest, readText)).toEqual([])
  })
})

/** Each file imports a screen statically, which the search must find. */
const plantedBreaches: [name: string, files: Record<string, string>][] = [
  ['by the manifest', { 'web.tsx': "import { BookList } from './web/BookList.tsx'" }],
  ['beside a type', { 'web.tsx': "import { type Book, BookList } from './web/BookList.tsx'" }],
  [
    'by its routes',
    { 'web.tsx': "import { routes } from './web/routes.ts'", 'web/routes.ts': "import { BookList } from './BookList.tsx'" },
  ],
  [
    'by a re-export',
    {
      'web.tsx': "import { bookList } from './web/bookList.ts'",
      'web/bookList.ts': "export { BookList as bookList } from './BookList.tsx'",
    },
  ],
  [
    'through another feature',
    {
      'web.tsx': "import { Card } from '#features/people/web.tsx'",
      '../people/web.tsx': "export { Card } from '../books/web/BookList.tsx'",
    },
  ],
]

/** What a manifest may do. */
const allowedImports: [name: string, source: string][] = [
  ['when they are needed', "export const load = async () => (await import('./web/BookList.tsx')).BookList"],
  ['as types', "import type { BookList } from './web/BookList.tsx'\nimport { type Book } from './web/BookList.tsx'"],
  ['for other features', "export { BookList } from './web/BookList.tsx'"],
  ['in comments', "// import { BookList } from './web/BookList.tsx'"],
]

describe('the search for screens', () => {
  const read = (files: Record<string, string>) => (path: string) =>
    files[path.replace('src/features/books/', '').replace('src/features/', '../')] ?? ''

  it.each(plantedBreaches)('finds one that is imported %s', (_, files) => {
    expect(findScreens('src/features/books/web.tsx', read(files))).toEqual(['src/features/books/web/BookList.tsx'])
  })

  it.each(allowedImports)('allows screens %s', (_, source) => {
    expect(findScreens('src/features/books/web.tsx', read({ 'web.tsx': source }))).toEqual([])
  })
})

/**
 * Returns the screens that a file imports statically, directly or through others. For the public API of a feature, which the build
 * splits, only the imported names count.
 */
function findScreens(root: string, read: (path: string) => string): string[] {
  const screens = new Set<string>()
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    if (SCREEN.test(path)) return void screens.add(path)
    const source = withoutComments(read(path))
    for (const { names, target } of findImports(path, source, 'import')) visitNames(names, target)
    if (!PUBLIC_API.test(path)) for (const { target } of findImports(path, source, 'export')) visit(target)
  }
  const visitNames = (names: readonly string[], target: string): void => {
    if (!PUBLIC_API.test(target)) return visit(target)
    for (const exported of findImports(target, withoutComments(read(target)), 'export')) {
      if (exported.names.some((name) => names.includes(name))) visit(exported.target)
    }
  }
  visit(root)
  return [...screens]
}

type Import = { names: readonly string[]; target: string }

/** Returns the static imports or re-exports of values from our own files. The names of a re-export are those it exports. */
function findImports(path: string, source: string, keyword: 'import' | 'export'): Import[] {
  const statement = new RegExp(String.raw`^${keyword}\s+(?!type\b)\{([^}]*)\}\s*from\s+'([#.][^']+)'`, 'gm')
  return [...source.matchAll(statement)].flatMap(([, list = '', target = '']) => {
    const values = list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !part.startsWith('type '))
    const names = values.map((part) => part.split(' as ').at(keyword === 'export' ? -1 : 0) ?? part)
    return names.length > 0 ? [{ names, target: resolveImport(path, target) }] : []
  })
}
