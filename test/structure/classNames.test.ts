import { dirname, join } from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { beforeAll, expect, it } from 'vitest'
import { listSourceFiles, readText, ROOT } from './sourceTree.ts'

const STYLES = 'src/app/web/styles.css'
/** The folders of the `@source` lines of the styles. */
const SCREENS = /^src\/(?:ui\/|app\/web\/|features\/[\w-]+\/web(?:\.tsx|\/))/
/** Names that other classes refer to; they have no style of their own. */
const MARKER = /^(?:group|peer)(?:\/[\w-]+)?$/
/** The minimum fraction of classes among the words of a string for it to count as a list of classes. */
const CLASS_SHARE = 0.6

/** The first character of a class; the rest of an expression does not start with it. */
const CLASS_START = /^[-!*@[a-z]/

let styles: Awaited<ReturnType<typeof loadDesignSystem>>
beforeAll(async () => {
  styles = await loadDesignSystem(readText(STYLES), {
    base: dirname(join(ROOT, STYLES)),
    loadStylesheet: async (id, base) => {
      const path = id === 'tailwindcss' ? 'node_modules/tailwindcss/index.css' : join(dirname(STYLES), id)
      // Font styles have no classes.
      return { path, base, content: id.startsWith('@') ? '' : readText(path) }
    },
  })
})

/** Returns the words of each string in a file: of `className`, of other strings, and of the constant parts of templates. */
function textsOf(source: string): { words: string[]; isClassName: boolean }[] {
  return [...source.matchAll(/(\w*[cC]lassName=)?(?:"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`)/g)].flatMap(
    ([, attribute, double, single, template]) =>
      (double ?? single ?? template ?? '').split(/\$\{[^}]*\}/).map((text) => ({
        words: text.split(/\s+/).filter((word) => CLASS_START.test(word)),
        isClassName: attribute !== undefined,
      })),
  )
}

it('has a style for every class', () => {
  // The styles define a few classes themselves.
  const own = [...readText(STYLES).matchAll(/^\.([\w-]+)/gm)].map(([, name = '']) => [name, true] as const)
  const known = new Map<string, boolean>(own)
  const isClass = (words: readonly string[]) => {
    const unknown = words.filter((word) => !known.has(word))
    styles.candidatesToCss(unknown).forEach((css, index) => known.set(unknown[index] ?? '', css !== null))
    return words.map((word) => MARKER.test(word) || known.get(word) === true)
  }
  const found: string[] = []
  for (const path of listSourceFiles().filter((each) => SCREENS.test(each))) {
    for (const { words, isClassName } of textsOf(readText(path))) {
      const are = isClass(words)
      if (!isClassName && are.filter(Boolean).length < Math.max(1, words.length * CLASS_SHARE)) continue
      found.push(...words.filter((_, index) => !are[index]).map((word) => `${path}: ${word}`))
    }
  }
  expect([...new Set(found)]).toEqual([])
})

it('finds a class without a style, such as a width that the theme does not have', () => {
  expect(
    styles.candidatesToCss(['@max-3xl:hidden', 'text-danger', '@max-[56rem]:hidden', 'text-signal']).map((css) => css !== null),
  ).toEqual([false, false, true, true])
})
