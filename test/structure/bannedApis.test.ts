import { afterAll, describe, expect, it } from 'vitest'
import { createTestProject } from './testProject.ts'

/** One violation of each banned API and limit: the rule, and code in src/features/books/web/ that it must report. */
const plantedViolations: [rule: string, code: string][] = [
  ['banned(clock)', 'export const a = Date.now()'],
  ['banned(clock)', 'export const a = new Date()'],
  ['banned(clock)', 'export const a = globalThis.Date.now()'],
  ['banned(timers)', 'setTimeout(() => {}, 5)'],
  ['banned(timers)', 'window.setInterval(() => {}, 5)'],
  ['banned(timers)', `import { setTimeout as delay } from 'node:timers/promises'\nexport const a = delay`],
  ['banned(timers)', `import * as timers from 'node:timers'\nexport const a = timers`],
  ['banned(events)', `document.addEventListener('click', () => {})`],
  ['banned(events)', `addEventListener('click', () => {})`],
  ['banned(workers)', `export const a = new Worker('x.js')`],
  ['banned(workers)', `import { Worker } from 'node:worker_threads'\nexport const a = new Worker('x.js')`],
  ['banned(network)', `export const a = async () => { await fetch('/x') }`],
  ['banned(network)', `export const a = async () => { await globalThis.fetch('/x') }`],
  ['banned(network)', 'export const a = fetch'],
  ['banned(network)', `export const a = new EventSource('/x')`],
  ['banned(network)', `navigator.sendBeacon('/x')`],
  ['banned(environment)', `export const a = process.env['HOME']`],
  ['banned(storage)', `export const a = localStorage.getItem('x')`],
  ['banned(storage)', `export const a = window.sessionStorage`],
  ['banned(random)', 'export const a = Math.random()'],
  ['banned(normalization)', `export const a = (b: string) => b.normalize('NFC')`],
  ['typescript(no-floating-promises)', 'const a = async () => 1\na()'],
  ['typescript(no-explicit-any)', 'export const a = (b: any) => b'],
  ['typescript(consistent-type-imports)', `export type A = import('zod').ZodType`],
  ['eslint(max-lines)', 'export const a = 1\n'.repeat(1) + 'a\n'.repeat(400)],
  ['eslint(max-lines-per-function)', `export function a() {\n${'  void 0\n'.repeat(61)}}`],
  ['import(no-default-export)', 'export default 1'],
  ['oxc(no-barrel-file)', `export * from './other.ts'`],
  ['eslint(no-warning-comments)', ['export const a = 1 // TO', 'DO later'].join('')],
  ['vitest(no-focused-tests)', [`import { it } from 'vitest'\nit.on`, `ly('x', () => {})`].join('')],
]

/** Allowed uses in the named places, and code that only looks similar. */
const allowed: Record<string, string> = {
  'src/platform/clock/clock.ts': `import { setTimeout as delay } from 'node:timers/promises'\nexport const a = [delay, () => new Date()]`,
  'src/platform/config/environment.ts': `export const a = process.env['HOME']`,
  'src/shared/normalizeText.ts': `export const a = (b: string) => b.normalize('NFC')`,
  'src/browser/timers/time.ts': `export const a = [Date.now(), setTimeout(() => {}, 5)]`,
  'src/browser/events/listen.ts': `window.addEventListener('x', () => {})`,
  'src/browser/storage/storage.ts': `export const a = [localStorage, sessionStorage]`,
  'src/browser/http/send.ts': `export const a = async () => { await fetch('/x') }`,
  'src/features/books/web/fine.ts': `import { z } from 'zod'
/** Date.now() and setTimeout() in texts are not violations. */
export const at = (seconds: number) => new Date(seconds * 1000)
export function send(fetch: (text: string) => void) { fetch('Math.random()') }
export type Fetch = typeof globalThis.fetch
export type Thread = Worker
export const schema = z.string()`,
  'src/platform/audio/turn.ts': `import { setImmediate as nextTurn } from 'node:timers/promises'\nexport const a = nextTurn`,
  'dev/run.ts': `export const home = [process.env['HOME'], Date.now()]`,
}

const namedViolations = plantedViolations.map(([rule, code], index) => ({
  rule,
  code,
  file: `src/features/books/web/breach${index}.ts`,
}))
const copiedRules = ['.oxlintrc.json', 'dev/fences/bannedApis.ts', 'package.json', 'tsconfig.base.json']
const tsconfig = {
  extends: './tsconfig.base.json',
  compilerOptions: { lib: ['es2024', 'dom'], types: ['node'] },
  include: ['src', 'dev'],
}
const project = createTestProject(copiedRules, {
  ...allowed,
  ...Object.fromEntries(namedViolations.map(({ file, code }) => [file, code])),
  'tsconfig.json': JSON.stringify(tsconfig),
  'src/features/books/web/other.ts': 'export const other = 1',
})
afterAll(() => project[Symbol.dispose]())

type Finding = { code: string; filename: string; message: string }
const findings: Finding[] = JSON.parse(project.runCommand('oxlint', '--format', 'json', '.').stdout).diagnostics

describe('the banned APIs', () => {
  it.each(namedViolations)('$rule reports: $code', ({ rule, file }) => {
    expect(findings.filter((finding) => finding.filename === file).map((finding) => finding.code)).toContain(rule)
  })

  it('are allowed in their designated places, and in texts', () => {
    expect(findings.filter((finding) => finding.filename in allowed)).toEqual([])
  })

  it('name the replacement', () => {
    const messages = findings.filter((finding) => finding.code.startsWith('banned(')).map((finding) => finding.message)
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.filter((message) => !/is not for here: .{10,}/.test(message))).toEqual([])
  })
})
