import { vi } from 'vitest'

const [HEIGHT, ROW_HEIGHT] = [600, 40]

/**
 * Gives jsdom a layout: every element is `width` pixels wide and 600 high, every list row is 40 high, and media queries do not
 * match. Reset with `vi.unstubAllGlobals()` and `vi.restoreAllMocks()`.
 */
export function mockLayout({ width = 800 }: { width?: number } = {}): void {
  const isRow = (element: Element) => element.getAttribute('role') === 'listitem'
  const heightOf = (element: Element) => (isRow(element) ? ROW_HEIGHT : HEIGHT)
  for (const name of ['clientHeight', 'offsetHeight'] as const) {
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: HTMLElement) {
      return heightOf(this)
    })
  }
  for (const name of ['clientWidth', 'offsetWidth'] as const) vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
  Object.assign(HTMLElement.prototype, { scrollTo: () => {} })
  const observer = createResizeObserver(width, heightOf)
  vi.stubGlobal('ResizeObserver', observer)
  // For code that reads it from the document's window.
  Object.assign(document.defaultView ?? {}, { ResizeObserver: observer })
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: false, media }))
}

function createResizeObserver(width: number, heightOf: (element: Element) => number) {
  return class {
    readonly #callback: ResizeObserverCallback
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback
    }
    observe(target: HTMLElement): void {
      const contentRect = DOMRect.fromRect({ width, height: heightOf(target) })
      queueMicrotask(() => {
        if (target.isConnected)
          this.#callback([{ target, contentRect } as unknown as ResizeObserverEntry], this as unknown as ResizeObserver)
      })
    }
    unobserve(): void {}
    disconnect(): void {}
  }
}
