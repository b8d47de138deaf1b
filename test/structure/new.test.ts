import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkDependencies } from './checkDependencies.ts'
import { createNewFeature } from './createNewFeature.ts'
import { listFiles } from './sourceTree.ts'

const { project, folders, result, outputAboutFeature } = createNewFeature()
afterAll(() => project[Symbol.dispose]())
const readProjectFile = (path: string) => readFileSync(join(project.root, path), 'utf8')

describe('npm run new feature', () => {
  it('prints what it created: the public API, a first route with its test, messages in ten languages and the changed lists', () => {
    expect(result).toMatchObject({ code: 0, stderr: '' })
    const madePaths = result.stdout.trim().split('\n')
    expect(madePaths.filter((path) => path.includes('/messages/'))).toHaveLength(10)
    expect(madePaths.filter((path) => !path.includes('/book-marks/'))).toEqual([
      'features.json',
      'src/app/server/features.ts',
      'src/app/web/features.ts',
      'src/app/web/resources.d.ts',
      'test/server/user.ts',
    ])
    expect(JSON.parse(readProjectFile('features.json'))['book-marks']).toEqual(['account'])
  })

  it('creates code that passes the dependency rules, as the whole repository does', () => {
    expect(checkDependencies(project, ...folders.filter((folder) => folder !== 'models')).findings).toEqual([])
  })

  it('creates formatted code', () => {
    expect(outputAboutFeature('oxfmt', '--check', 'src/features/book-marks', 'features.json', 'src/app')).toEqual([])
  })

  it('refuses an existing name, a name of other messages, and one that is not kebab-case', () => {
    for (const name of ['book-marks', 'word-list', 'import'])
      expect(project.runCommand('node', 'dev/new.ts', 'feature', name)).toMatchObject({ code: 1, stdout: '' })
    expect(project.runCommand('node', 'dev/new.ts', 'feature', 'BookMarks').stderr).toContain('dashes')
  })
})

describe('npm run new migration', () => {
  it('uses the next global number', () => {
    const numbers = listFiles('src').flatMap((path) => /\/migrations\/(\d{4})-/.exec(path)?.[1] ?? [])
    const next = String(Math.max(...numbers.map(Number)) + 1).padStart(4, '0')
    const { stdout } = project.runCommand('node', 'dev/new.ts', 'migration', 'book-marks', 'first-table')
    expect(stdout.trim()).toBe(`src/features/book-marks/server/migrations/${next}-first-table.sql`)
    expect(readProjectFile(stdout.trim())).toMatch(/^--/)
  })

  it('refuses an unknown feature', () => {
    expect(project.runCommand('node', 'dev/new.ts', 'migration', 'ghosts', 'x')).toMatchObject({ code: 1, stdout: '' })
  })
})
