import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { waitForAnimations } from './waitForAnimations.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Rules for an open popup. The rule about landmarks is for whole pages, and a popup is outside of them. */
export const POPUP_RULES = { region: { enabled: false } }

type AxeGlobal = {
  run: (on: Document, options: object) => Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>
}

/** Returns the axe findings of the page with their elements. Waits for animations first, because fading text has no contrast. */
export async function axeFindings(page: Page, rules: object = {}): Promise<string[]> {
  await waitForAnimations(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'))
  return page.evaluate(async (ruleOptions) => {
    const { axe } = globalThis as unknown as { axe: AxeGlobal }
    const { violations } = await axe.run(document, { rules: ruleOptions, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, rules)
}
