import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestProject } from './testProject.ts'
import { listFiles, ROOT } from './sourceTree.ts'

const copiedRules = readdirSync(ROOT).filter((name) => /^\.(ox|dep)|\.(json|ts)$/.test(name) && name !== 'package-lock.json')
const folders = ['src', 'test', 'dev', 'bench', 'bin', 'models'].filter((folder) => existsSync(join(ROOT, folder)))
// Compiles the new files only, to be quick. `npm run check` compiles each side with its own settings.
const newFilesConfig = {
  extends: './tsconfig.test.json',
  include: ['src/features/voice-prints', 'src/app/server/features.ts', 'src/app/web/*.d.ts', 'test/server'],
}
const project = createTestProject([...copiedRules, ...folders], { 'tsconfig.new.json': JSON.stringify(newFilesConfig) })
afterAll(() => project[Symbol.dispose]())
const newFeatureResult = project.runCommand('node', 'dev/new.ts', 'feature', 'voice-prints')
const readProjectFile = (path: string) => readFileSync(join(project.root, path), 'utf8')

/** Returns the output lines of a command that mention the new feature. */
const outputAboutFeature = (command: string, ...args: string[]) => {
  const { stdout, stderr } = project.runCommand(command, ...args)
  return `${stdout}\n${stderr}`.split('\n').filter((line) => /voice-?prints/i.test(line))
}

describe('npm run new feature', () => {
  it('prints what it made: the public API, a first route with its test, messages in ten languages and the changed lists', () => {
    expect(newFeatureResult).toMatchObject({ code: 0, stderr: '' })
    const madePaths = newFeatureResult.stdout.trim().split('\n')
    expect(madePaths.filter((path) => path.includes('/messages/'))).toHaveLength(10)
    expect(madePaths.filter((path) => !path.includes('/voice-prints/'))).toEqual([
      'features.json',
      'src/app/server/features.ts',
      'src/app/web/resources.d.ts',
      'test/server/user.ts',
    ])
    expect(JSON.parse(readProjectFile('features.json'))['voice-prints']).toEqual(['account'])
  })

  it('makes code that compiles', () => {
    expect(outputAboutFeature('tsc', '-p', 'tsconfig.new.json')).toEqual([])
  })

  it('makes code that passes the dependency rules and the lint', () => {
    expect(outputAboutFeature('depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'test')).toEqual([])
    expect(outputAboutFeature('oxlint', '--format', 'unix', 'src/features/voice-prints')).toEqual([])
  })

  it('makes formatted code', () => {
    expect(outputAboutFeature('oxfmt', '--check', 'src/features/voice-prints', 'features.json', 'src/app')).toEqual([])
  })

  it('makes a route that responds and a test that passes', () => {
    const { stdout, code } = project.runCommand('vitest', 'run', 'src/features/voice-prints')
    expect(stdout).toContain('2 passed, 0 failed')
    expect(code).toBe(0)
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
