import type { BrowserContext, Page } from 'playwright-core'

type Shift = { value: number; sources: string[] }

/** Records layout shifts without user input, from the first paint of each page on. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Missing in the DOM library.
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    const shifts: Shift[] = []
    Object.assign(window, { shiftsSeen: shifts })
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    const told = ({ node, previousRect, currentRect }: Source) => {
      const element = node instanceof Element ? node : node?.parentElement
      const says = (element?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 30)
      return `${element?.localName ?? 'gone'} "${says}" (${place(previousRect)} → ${place(currentRect)})`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || !('hadRecentInput' in entry) || entry.hadRecentInput) continue
        shifts.push({ value: Number(entry.value), sources: (entry.sources as Source[]).map(told) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the sum of the layout shifts of this page and their sources. */
export async function shiftsOf(page: Page): Promise<{ shift: number; sources: string[] }> {
  const seen = await page.evaluate(() => {
    const { shiftsSeen } = window as { shiftsSeen?: Shift[] }
    return shiftsSeen ?? []
  })
  return { shift: seen.reduce((sum, { value }) => sum + value, 0), sources: seen.flatMap(({ sources }) => sources) }
}
