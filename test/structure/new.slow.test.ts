import { afterAll, describe, expect, it } from 'vitest'
import { createNewFeature } from './createNewFeature.ts'

const { project, result, outputAboutFeature } = createNewFeature()
afterAll(() => project[Symbol.dispose]())

describe('npm run new feature', () => {
  it('creates code that compiles', () => {
    expect(result.code).toBe(0)
    expect(outputAboutFeature('tsc', '-p', 'tsconfig.new.json')).toEqual([])
  })

  it('creates code that passes the linter', () => {
    expect(outputAboutFeature('oxlint', '--format', 'unix', 'src/features/book-marks')).toEqual([])
  })

  it('creates a working route and a passing test', () => {
    const { stdout, code } = project.runCommand('vitest', 'run', 'src/features/book-marks')
    expect(stdout).toContain('2 passed, 0 failed')
    expect(code).toBe(0)
  })
})
