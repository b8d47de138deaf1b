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
  it('prints what it made: the public API, a first route with its test, messages in ten languages and the changed lists', () => {
    expect(result).toMatchObject({ code: 0, stderr: '' })
    const madePaths = result.stdout.trim().split('\n')
    expect(madePaths.filter((path) => path.includes('/messages/'))).toHaveLength(10)
    expect(madePaths.filter((path) => !path.includes('/voice-prints/'))).toEqual([
      'features.json',
      'src/app/server/features.ts',
      'src/app/web/features.ts',
      'src/app/web/resources.d.ts',
      'test/server/user.ts',
    ])
    expect(JSON.parse(readProjectFile('features.json'))['voice-prints']).toEqual(['account'])
  })

  it('makes code that passes the dependency rules, as the whole repository does', () => {
    expect(checkDependencies(project, ...folders.filter((folder) => folder !== 'models')).findings).toEqual([])
  })

  it('makes formatted code', () => {
    expect(outputAboutFeature('oxfmt', '--check', 'src/features/voice-prints', 'features.json', 'src/app')).toEqual([])
  })

  it('refuses an existing name and a name that is not kebab-case', () => {
    expect(project.runCommand('node', 'dev/new.ts', 'feature', 'voice-prints')).toMatchObject({ code: 1, stdout: '' })
    expect(project.runCommand('node', 'dev/new.ts', 'feature', 'VoicePrints').stderr).toContain('dashes')
  })
})

describe('npm run new migration', () => {
  it('uses the next global number', () => {
    const numbers = listFiles('src').flatMap((path) => /\/migrations\/(\d{4})-/.exec(path)?.[1] ?? [])
    const next = String(Math.max(...numbers.map(Number)) + 1).padStart(4, '0')
    const { stdout } = project.runCommand('node', 'dev/new.ts', 'migration', 'voice-prints', 'first-table')
    expect(stdout.trim()).toBe(`src/features/voice-prints/server/migrations/${next}-first-table.sql`)
    expect(readProjectFile(stdout.trim())).toMatch(/^--/)
  })

  it('refuses an unknown feature', () => {
    expect(project.runCommand('node', 'dev/new.ts', 'migration', 'ghosts', 'x')).toMatchObject({ code: 1, stdout: '' })
  })
})
