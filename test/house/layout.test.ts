import { readdirSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { files, plan, ROOT, sourceFiles, text, withoutComments } from './tree.ts'

const OURS = ['src', 'test', 'tools', 'bench', 'bin']
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
const FACE = /^(contract|rules|server)(\.test)?\.ts$|^web\.tsx$/
const ROOMS = ['messages', 'server', 'web']

describe('file sizes', () => {
  const lines = sourceFiles()
    .map((path) => ({ path, lines: text(path).trimEnd().split('\n').length }))
    .sort((a, b) => a.lines - b.lines)
  const at = (share: number) => lines[Math.floor((lines.length - 1) * share)]?.lines ?? 0

  it('are at most 80 lines in the median and 250 at the 90th percentile', () => {
    expect(at(0.5)).toBeLessThanOrEqual(80)
    expect(at(0.9)).toBeLessThanOrEqual(250)
  })

  it('are never above 400 lines, tests included', () => {
    const all = files(...OURS).filter((path) => /\.(tsx?|js|mjs|css|sql)$/.test(path) && !path.startsWith('test/fixtures/'))
    expect(all.filter((path) => text(path).trimEnd().split('\n').length > 400)).toEqual([])
  })
})

describe('names', () => {
  it('are specific: no folder or file has a name that fits anything', () => {
    const parts = (path: string) => [...dirname(path).split('/'), basename(path).replace(/\..*$/, '')]
    const vague = files(...OURS, 'docs').filter((path) => !/\.(html|md)$/.test(path) && parts(path).some(isVague))
    expect(vague).toEqual([])
  })

  it('of folders are kebab-case', () => {
    const folders = new Set(files(...OURS).flatMap((path) => dirname(path).split('/')))
    expect([...folders].filter((folder) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder))).toEqual([])
  })

  it('of tests end in .test.ts or .test.tsx', () => {
    expect(files(...OURS).filter((path) => /[._](spec|tests)\.|_test\.|__tests__/.test(path))).toEqual([])
  })
})

describe('features', () => {
  const folders = files('src/features').map((path) => path.split('/')[2] ?? '')

  it('have a folder and a line in features.json each', () => {
    expect([...new Set(folders)].sort()).toEqual(Object.keys(plan()).sort())
  })

  it('depend only on features listed before them', () => {
    const built: string[] = []
    for (const [feature, on] of Object.entries(plan())) {
      expect(on.filter((other) => !built.includes(other)).map((other) => `${feature} stands on ${other}`)).toEqual([])
      built.push(feature)
    }
  })

  it.each(Object.keys(plan()))('%s has only contract, rules, server and web, and private folders', (feature) => {
    const entries = readdirSync(`${ROOT}/src/features/${feature}`, { withFileTypes: true })
    const strangers = entries.filter((entry) => (entry.isDirectory() ? !ROOMS.includes(entry.name) : !FACE.test(entry.name)))
    expect(strangers.map((entry) => entry.name)).toEqual([])
  })
})

describe('files', () => {
  it('are no barrels, except for the public API of a feature', () => {
    const face = /^src\/features\/[^/]+\/(server\.ts|web\.tsx)$/
    expect(sourceFiles().filter((path) => !face.test(path) && isBarrel(text(path)))).toEqual([])
  })

  it('contain no unfinished marks', () => {
    const mark = new RegExp(['\\bTO', 'DO\\b|\\bFIX', 'ME\\b'].join(''))
    expect(marked(mark)).toEqual([])
  })

  it('contain no focused tests', () => {
    expect(marked(new RegExp(['\\b(it|test|describe)(\\.\\w+)*\\.on', 'ly\\b'].join('')))).toEqual([])
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

function marked(mark: RegExp): string[] {
  const readable = files(...OURS).filter((path) => ['.ts', '.tsx', '.js', '.mjs', '.css', '.sql'].includes(extname(path)))
  return readable.flatMap((path) =>
    text(path)
      .split('\n')
      .flatMap((line, n) => (mark.test(line) ? [`${path}:${n + 1}`] : [])),
  )
}
