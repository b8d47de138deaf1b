import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node'

type Count = { passed: number; failed: number; skips: { name: string; reason: string }[]; retried: string[] }

/**
 * Ends a run with one line: `N passed, N failed` and, if there are any, `, N skipped`, preceded by the reasons of the skips. A file
 * or suite that fails outside its tests, an unhandled error and an unfinished run count as failed.
 */
export class SummaryLine implements Reporter {
  #count: Count | null = null
  #filtered = false

  onInit(vitest: Vitest): void {
    this.#filtered = vitest.config.testNamePattern !== undefined
    // Printed when the process exits, so that nothing (a teardown, a late log) follows it.
    if (!vitest.config.watch) process.once('exit', (code) => this.#close(code))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: 'passed' | 'interrupted' | 'failed'): void {
    const count: Count = { passed: 0, failed: unhandled.length, skips: [], retried: [] }
    for (const module of modules) this.#add(count, module)
    if (reason !== 'passed' && count.failed === 0) count.failed = 1
    this.#count = count
  }

  #add(count: Count, module: TestModule): void {
    const failedOutsideTests = (task: TestModule | TestSuite) => task.errors().length > 0
    if (failedOutsideTests(module)) count.failed++
    for (const suite of module.children.allSuites()) if (failedOutsideTests(suite)) count.failed++
    for (const test of module.children.allTests()) {
      const result = test.result()
      if (result.state === 'passed') count.passed++
      if (result.state === 'passed' && test.diagnostic()?.flaky)
        count.retried.push(`${module.relativeModuleId} > ${test.fullName}`)
      if (result.state === 'failed' || result.state === 'pending') count.failed++
      if (result.state !== 'skipped' || (this.#filtered && !result.note)) continue
      count.skips.push({ name: `${module.relativeModuleId} > ${test.fullName}`, reason: result.note ?? 'no reason given' })
    }
  }

  #close(code: number): void {
    const { passed, failed, skips, retried } = this.#count ?? { passed: 0, failed: 1, skips: [], retried: [] }
    const failures = failed === 0 && code !== 0 ? 1 : failed
    if (failures > 0) process.exitCode = 1
    const second = retried.map((name) => `passed at the second try: ${name}`)
    const reasons = skips.map((skip) => `skipped: ${skip.name}: ${skip.reason}`)
    const line = `${passed} passed, ${failures} failed${skips.length > 0 ? `, ${skips.length} skipped` : ''}`
    process.stdout.write(`${[...second, ...reasons, line].join('\n')}\n`)
  }
}
