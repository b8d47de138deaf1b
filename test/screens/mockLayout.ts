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
  // For code that uses the window of the document.
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

/**
 * Gives elements a size in jsdom, so that virtual lists render rows. Rows with a `min-height` in their style have that height; all
 * others have the given height.
 */
export function mockElementSizes({ width = 352, height = 640 }: { width?: number; height?: number } = {}): void {
  // The window of the document is not the global object of the test.
  document.defaultView!.ResizeObserver = class extends FixedSizeObserver {
    constructor(callback: ResizeObserverCallback) {
      super(callback, { width, height })
    }
  }
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: parentElementOf })
  Element.prototype.scrollTo = function scrollTo(this: Element, options?: ScrollToOptions | number) {
    if (typeof options !== 'object') return
    this.scrollTop = options.top ?? this.scrollTop
    this.dispatchEvent(new Event('scroll'))
  }
}

function parentElementOf(this: HTMLElement): HTMLElement | null {
  return this.parentElement
}

class FixedSizeObserver implements ResizeObserver {
  readonly #callback: ResizeObserverCallback
  readonly #size: { width: number; height: number }
  constructor(callback: ResizeObserverCallback, size: { width: number; height: number }) {
    this.#callback = callback
    this.#size = size
  }
  observe(target: Element): void {
    const firstRow = target.querySelector<HTMLElement>('[role=listitem]')
    const height = target.matches('[role=list]') || !firstRow ? this.#size.height : Number.parseFloat(firstRow.style.minHeight)
    const contentRect = { width: this.#size.width, height } as DOMRectReadOnly
    queueMicrotask(() => this.#callback([{ target, contentRect } as ResizeObserverEntry], this))
  }
  unobserve(): void {}
  disconnect(): void {}
}
