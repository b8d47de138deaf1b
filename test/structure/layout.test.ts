import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FEATURES } from '#app/server/features.ts'
import { listFiles, readFeaturePlan, ROOT, listSourceFiles, readText, withoutComments } from './sourceTree.ts'

const OWN_FOLDERS = ['src', 'test', 'dev', 'bench', 'bin']
const FORBIDDEN_NAMES = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'manager',
  'service',
  'services',
  'types',
  'index',
]
/** The files allowed directly in the folder of a feature: its public API. */
const PUBLIC_API = /^(contract|rules|server|compute)(\.test)?\.ts$|^web\.tsx$/
/** `system` holds Earshot's own templates: a catalogue and its texts. */
const PRIVATE_FOLDERS = ['contract', 'rules', 'messages', 'server', 'system', 'web']

describe('file sizes', () => {
  const lines = listSourceFiles()
    .map((path) => ({ path, lines: readText(path).trimEnd().split('\n').length }))
    .sort((a, b) => a.lines - b.lines)
  const percentile = (share: number) => lines[Math.floor((lines.length - 1) * share)]?.lines ?? 0

  it('are 60 to 100 lines in the median and at most 250 at the 90th percentile', () => {
    expect(percentile(0.5)).toBeGreaterThanOrEqual(60)
    expect(percentile(0.5)).toBeLessThanOrEqual(100)
    expect(percentile(0.9)).toBeLessThanOrEqual(250)
  })

  it('are never above 400 lines, tests included', () => {
    const all = listFiles(...OWN_FOLDERS).filter(
      (path) => /\.(tsx?|js|mjs|css|sql)$/.test(path) && !path.startsWith('test/fixtures/'),
    )
    expect(all.filter((path) => readText(path).trimEnd().split('\n').length > 400)).toEqual([])
  })
})

describe('names', () => {
  it('are specific: no folder or file has a catch-all name', () => {
    const parts = (path: string) => [...dirname(path).split('/'), basename(path).replace(/\..*$/, '')]
    const vagueNames = listFiles(...OWN_FOLDERS, 'docs').filter((path) => !/\.(html|md)$/.test(path) && parts(path).some(isVague))
    expect(vagueNames).toEqual([])
  })

  it('of folders are kebab-case', () => {
    const folders = new Set(listFiles(...OWN_FOLDERS).flatMap((path) => dirname(path).split('/')))
    expect([...folders].filter((folder) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder))).toEqual([])
  })

  it('of tests end in .test.ts or .test.tsx', () => {
    expect(listFiles(...OWN_FOLDERS).filter((path) => /[._](spec|tests)\.|_test\.|__tests__/.test(path))).toEqual([])
  })
})

describe('features', () => {
  const folders = listFiles('src/features').map((path) => path.split('/')[2] ?? '')

  it('have a folder and a line in features.json each', () => {
    expect([...new Set(folders)].sort()).toEqual(Object.keys(readFeaturePlan()).sort())
  })

  it('depend only on features listed before them', () => {
    const earlierFeatures: string[] = []
    for (const [feature, dependencies] of Object.entries(readFeaturePlan())) {
      expect(
        dependencies.filter((other) => !earlierFeatures.includes(other)).map((other) => `${feature} stands on ${other}`),
      ).toEqual([])
      earlierFeatures.push(feature)
    }
  })

  it('with a server side have a line in the list of the app, in the order of features.json', () => {
    const featuresWithServer = Object.keys(readFeaturePlan()).filter((name) =>
      existsSync(`${ROOT}/src/features/${name}/server.ts`),
    )
    expect(FEATURES.map(({ name }) => name)).toEqual(featuresWithServer)
  })

  it.each(Object.keys(readFeaturePlan()))(
    '%s has only contract, rules, server, compute and web, and private folders',
    (feature) => {
      const entries = readdirSync(`${ROOT}/src/features/${feature}`, { withFileTypes: true })
      const unexpectedEntries = entries.filter((entry) =>
        entry.isDirectory() ? !PRIVATE_FOLDERS.includes(entry.name) : !PUBLIC_API.test(entry.name),
      )
      expect(unexpectedEntries.map((entry) => entry.name)).toEqual([])
    },
  )
})

describe('files', () => {
  it('are no barrels, except for the public API of a feature', () => {
    const publicApi = /^src\/features\/[^/]+\/(server\.ts|compute\.ts|web\.tsx)$/
    expect(listSourceFiles().filter((path) => !publicApi.test(path) && isBarrel(readText(path)))).toEqual([])
  })

  it('contain no unfinished marks', () => {
    const unfinishedMark = new RegExp(['\\bTO', 'DO\\b|\\bFIX', 'ME\\b'].join(''))
    expect(findMarks(unfinishedMark)).toEqual([])
  })

  it('contain no focused tests', () => {
    expect(findMarks(new RegExp(['\\b(it|test|describe)(\\.\\w+)*\\.on', 'ly\\b'].join('')))).toEqual([])
  })
})

function isVague(part: string): boolean {
  return FORBIDDEN_NAMES.includes(part.toLowerCase())
}

function isBarrel(source: string): boolean {
  const statements = withoutComments(source)
    .replace(/export\s+(type\s+)?(\*|\{[^}]*\})(\s+as\s+\w+)?\s+from\s+(['"]).*?\4/g, 'REEXPORT')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return statements.length > 0 && statements.every((line) => line.trim() === 'REEXPORT')
}

function findMarks(unfinishedMark: RegExp): string[] {
  const readable = listFiles(...OWN_FOLDERS).filter((path) =>
    ['.ts', '.tsx', '.js', '.mjs', '.css', '.sql'].includes(extname(path)),
  )
  return readable.flatMap((path) =>
    readText(path)
      .split('\n')
      .flatMap((line, n) => (unfinishedMark.test(line) ? [`${path}:${n + 1}`] : [])),
  )
}
