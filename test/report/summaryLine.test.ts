import { describe, expect, it } from 'vitest'
import { createTestProject } from '../structure/testProject.ts'

const imports = `import { afterAll, beforeAll, describe, expect, it } from 'vitest'\n`
const passingTests = `${imports}it('holds', () => expect(1).toBe(1))\nit('holds too', () => expect(2).toBe(2))\n`
const config = `import { SummaryLine } from './test/report/summaryLine.ts'
export default { test: { pool: 'threads', isolate: false, reporters: ['default', new SummaryLine()], globalSetup: process.env.SETUP ? [process.env.SETUP] : [] } }\n`

describe('the closing line of a test run', () => {
  it('counts passed tests and exits with 0', () => {
    expect(runTests({ 'a.test.ts': passingTests })).toEqual({ last: '2 passed, 0 failed', code: 0, before: '' })
  })

  it('counts skipped tests and prints the reason of each above', () => {
    const skippingTests = `${imports}it('holds', () => expect(1).toBe(1))\ndescribe('sound', () => { it('plays', (ctx) => ctx.skip('no loudspeaker here')) })\n`
    const { last, before, code } = runTests({ 'a.test.ts': skippingTests })
    expect({ last, code }).toEqual({ last: '1 passed, 0 failed, 1 skipped', code: 0 })
    expect(before).toBe('skipped: a.test.ts > sound > plays: no loudspeaker here')
  })

  it('counts as failed: a test, a file that does not load, a suite whose setup fails and an unhandled error', () => {
    const { last, code } = runTests({
      'a.test.ts': passingTests,
      'b.test.ts': `${imports}it('fails', () => expect(1).toBe(2))\n`,
      'c.test.ts': `${imports}import './gone.ts'\nit('never runs', () => {})\n`,
      'd.test.ts': `${imports}describe('suite', () => { beforeAll(() => { throw new Error('setup failed') })\nit('never runs', () => {}) })\nit('holds', () => {})\n`,
      'e.test.ts': `${imports}it('lets go of a promise', () => { void Promise.reject(new Error('lost')) })\n`,
    })
    expect(last).toMatch(/^4 passed, 4 failed/)
    expect(code).toBe(1)
  })

  it('counts as failed: a suite whose teardown fails', () => {
    const { last, code } = runTests({
      'a.test.ts': `${imports}afterAll(() => { throw new Error('left over') })\nit('holds', () => {})\n`,
    })
    expect({ last, code }).toEqual({ last: '1 passed, 1 failed', code: 1 })
  })

  it('is printed as failed when the run never started', () => {
    const files = { 'a.test.ts': passingTests, 'setup.ts': `export const setup = () => { throw new Error('no cluster') }\n` }
    const { last, code } = runTests(files, './setup.ts')
    expect({ last, code }).toEqual({ last: '0 passed, 1 failed', code: 1 })
  })

  it('is printed as failed when there are no tests', () => {
    expect(runTests({ 'nothing.ts': '' })).toMatchObject({ last: '0 passed, 1 failed', code: 1 })
  })
})

function runTests(files: Record<string, string>, setup = ''): { last: string; before: string; code: number } {
  const configText = config.replaceAll('process.env.SETUP', JSON.stringify(setup))
  using project = createTestProject(['test/report/summaryLine.ts'], {
    ...files,
    'vitest.config.ts': configText,
    'package.json': '{"type":"module"}',
  })
  const { stdout, code } = project.runCommand('vitest', 'run', '--configLoader', 'runner')
  const lines = stdout.trimEnd().split('\n')
  return { last: lines.at(-1) ?? '', before: lines.at(-2) ?? '', code }
}
