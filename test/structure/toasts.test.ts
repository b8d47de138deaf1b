import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listSourceFiles, readText, withoutComments } from './sourceTree.ts'

/** "Toast default 3 seconds (2 seconds in the templates area)" (A§9). The toasts of B§9 that last 2 seconds are those of this area. */
const TEMPLATES_AREA = ['templates']

/** The features whose files call a hook. */
const callersOf = (hook: RegExp): string[] => {
  const files = listSourceFiles().filter((path) => path.startsWith('src/') && !path.startsWith('src/ui/'))
  const callers = files.filter((path) => hook.test(withoutComments(readText(path)).replaceAll("'#ui/toast/useToast.ts'", '')))
  return [...new Set(callers.map((path) => /^src\/features\/([\w-]+)\//.exec(path)?.[1] ?? path))]
}

describe('toasts last (A§9, B§9)', () => {
  it('two seconds in the templates area, and there only', () => {
    expect(callersOf(/\buseTemplatesToast\b/)).toEqual(TEMPLATES_AREA)
    expect(readdirSync(new URL('../../src/features', import.meta.url))).toEqual(expect.arrayContaining(TEMPLATES_AREA))
  })

  it('three seconds everywhere else', () => {
    const callers = callersOf(/\buseToast\b(?!\.ts)/)
    expect(callers.filter((feature) => TEMPLATES_AREA.includes(feature))).toEqual([])
    expect(callers.length).toBeGreaterThan(10)
  })
})
