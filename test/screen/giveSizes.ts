/**
 * Gives elements a size in jsdom, so that virtual lists render rows. Rows with a `min-height` in their style have that height;
 * all others have the height given.
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
