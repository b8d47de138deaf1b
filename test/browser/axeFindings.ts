import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { waitForAnimations } from './waitForAnimations.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Rules for an open popup. The landmark rule is for whole pages, and a popup is outside of all landmarks. */
export const POPUP_RULES = { region: { enabled: false } }

type AxeGlobal = {
  run: (on: Document, options: object) => Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>
}

/** The rules whose outcome depends on the colors of the theme. A page that was checked in one theme needs only these in another. */
const THEME_RULES = ['color-contrast', 'link-in-text-block']

/** Returns the axe findings of the page with their elements. Waits for animations first, because fading text has no contrast. */
export const axeFindings = (page: Page, rules: object = {}): Promise<string[]> =>
  runAxe(page, { rules: { 'target-size': { enabled: true }, ...rules } })

/** Returns the findings that depend on the theme, for a page that `axeFindings` checks in another theme. */
export const axeThemeFindings = (page: Page): Promise<string[]> => runAxe(page, { runOnly: THEME_RULES })

async function runAxe(page: Page, selection: object): Promise<string[]> {
  await waitForAnimations(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'))
  return page.evaluate(async (selectionOptions) => {
    const { axe } = globalThis as unknown as { axe: AxeGlobal }
    // Only experimental rules, which are disabled, need the style sheets to be loaded again.
    const options = { ...selectionOptions, resultTypes: ['violations'], preload: { assets: ['media'] } }
    const { violations } = await axe.run(document, options)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, selection)
}
