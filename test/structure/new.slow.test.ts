import { afterAll, describe, expect, it } from 'vitest'
import { createNewFeature } from './createNewFeature.ts'

const { project, result, outputAboutFeature } = createNewFeature()
afterAll(() => project[Symbol.dispose]())

describe('npm run new feature', () => {
  it('makes code that compiles', () => {
    expect(result.code).toBe(0)
    expect(outputAboutFeature('tsc', '-p', 'tsconfig.new.json')).toEqual([])
  })

  it('makes code that passes the lint', () => {
    expect(outputAboutFeature('oxlint', '--format', 'unix', 'src/features/book-marks')).toEqual([])
  })

  it('makes a route that responds and a test that passes', () => {
    const { stdout, code } = project.runCommand('vitest', 'run', 'src/features/book-marks')
    expect(stdout).toContain('2 passed, 0 failed')
    expect(code).toBe(0)
  })
})
