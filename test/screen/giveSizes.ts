/**
 * Gives elements a size in jsdom, so that virtual lists render rows. Rows with a `min-height` in their style have that height;
 * all others have the height given.
 */
export function giveSizes({ width = 352, height = 640 }: { width?: number; height?: number } = {}): void {
  // The window of the document is not the global object of the test.
  document.defaultView!.ResizeObserver = class extends Sizes {
    constructor(tell: ResizeObserverCallback) {
      super(tell, { width, height })
    }
  }
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: parentOf })
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
    if (typeof to !== 'object') return
    this.scrollTop = to.top ?? this.scrollTop
    this.dispatchEvent(new Event('scroll'))
  }
}

function parentOf(this: HTMLElement): HTMLElement | null {
  return this.parentElement
}

class Sizes implements ResizeObserver {
  readonly #tell: ResizeObserverCallback
  readonly #window: { width: number; height: number }
  constructor(tell: ResizeObserverCallback, window: { width: number; height: number }) {
    this.#tell = tell
    this.#window = window
  }
  observe(target: Element): void {
    const inside = target.querySelector<HTMLElement>('[role=listitem]')
    const height = target.matches('[role=list]') || !inside ? this.#window.height : Number.parseFloat(inside.style.minHeight)
    const contentRect = { width: this.#window.width, height } as DOMRectReadOnly
    queueMicrotask(() => this.#tell([{ target, contentRect } as ResizeObserverEntry], this))
  }
  unobserve(): void {}
  disconnect(): void {}
}
