import type { BrowserContext, Page } from 'playwright-core'

type LayoutShiftRecord = { value: number; sources: string[] }

/** Records layout shifts without user input, starting with the first paint of each page. */
export async function recordLayoutShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Missing in the DOM library of TypeScript.
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    const shifts: LayoutShiftRecord[] = []
    Object.assign(window, { shiftsSeen: shifts })
    const formatRect = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    const describeSource = ({ node, previousRect, currentRect }: Source) => {
      const element = node instanceof Element ? node : node?.parentElement
      const text = (element?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 30)
      return `${element?.localName ?? 'gone'} "${text}" (${formatRect(previousRect)} → ${formatRect(currentRect)})`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || !('hadRecentInput' in entry) || entry.hadRecentInput) continue
        shifts.push({ value: Number(entry.value), sources: (entry.sources as Source[]).map(describeSource) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * Returns what has moved since the page was loaded, except two parts of the sidebar: the folders, when the list of sources above
 * them has grown (B§2), and its footer, when the recorder bar below it has disappeared.
 */
export const findLayoutShifts = async (page: Page): Promise<string[]> =>
  (await readLayoutShifts(page)).sources.filter((source) => !/^(section "(Folders|Ordner)|footer ")/.test(source))

/** Returns the sum of the layout shifts of this page and their sources. */
export async function readLayoutShifts(page: Page): Promise<{ shift: number; sources: string[] }> {
  const shifts = await page.evaluate(() => {
    const { shiftsSeen } = window as { shiftsSeen?: LayoutShiftRecord[] }
    return shiftsSeen ?? []
  })
  return { shift: shifts.reduce((sum, { value }) => sum + value, 0), sources: shifts.flatMap(({ sources }) => sources) }
}
