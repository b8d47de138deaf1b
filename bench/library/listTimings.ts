import type { Millis } from '#shared/units.ts'

/** The parts of the browser page that these functions use. The server's type check does not include the DOM. */
type Element = { closest: (selector: string) => Element | null; querySelector: (selector: string) => Element | null } & Box
type Box = { getBoundingClientRect: () => { x: number; y: number; width: number; height: number } }
type PageGlobals = {
  document: {
    querySelector: (selector: string) => Element | null
    querySelectorAll: (selector: string) => Iterable<Element>
  }
  location: { pathname: string }
  requestAnimationFrame: (callback: (at: Millis) => void) => void
  addEventListener: (kind: string, listener: (event: { timeStamp: Millis; isTrusted: boolean }) => void, capture: true) => void
  MutationObserver: new (listener: (mutations: { target: Element }[]) => void) => {
    observe: (target: object, options: object) => void
  }
  timings: ListTimings
}
/** Times in ms since the page loaded; 0 means never. */
export type ListTimings = { rows: Millis; pressed: Millis; changed: Millis; frames: Millis[]; blank: number; scrolls: boolean }

/**
 * Runs in the page before its own scripts. Records when rows of the list were first painted after `rows` was set to 0, when a key
 * or the mouse was last pressed, when the list last changed, and every frame while `scrolls` is set.
 */
export function observeList(): void {
  const page = globalThis as unknown as PageGlobals
  const timings: ListTimings = { rows: 0, pressed: 0, changed: 0, frames: [], blank: 0, scrolls: false }
  page.timings = timings
  const LIST = '[role=list]:has([data-file])'
  // A task queued in an animation frame runs after that frame was painted.
  const afterPaint = (callback: (at: Millis) => void) =>
    page.requestAnimationFrame(() => setTimeout(() => callback(performance.now())))
  const isBlank = () => {
    const list = page.document.querySelector('[role=list]')?.getBoundingClientRect()
    const middle = list ? list.y + list.height / 2 : 0
    // `elementFromPoint` cannot be used: a scrolling list has no pointer events.
    return ![...page.document.querySelectorAll('[role=list] [role=listitem]')].some((row) => {
      const { y, height } = row.getBoundingClientRect()
      return y <= middle && y + height >= middle
    })
  }
  const frame = (at: Millis) => {
    if (timings.rows === 0 && page.location.pathname.endsWith('/file-list') && page.document.querySelector(LIST)) {
      timings.rows = -1
      afterPaint((painted) => (timings.rows = painted))
    }
    if (timings.scrolls) {
      timings.frames.push(at)
      if (timings.frames.length % 4 === 0 && isBlank()) timings.blank++
    }
    page.requestAnimationFrame(frame)
  }
  page.requestAnimationFrame(frame)
  for (const kind of ['keydown', 'click'])
    page.addEventListener(
      kind,
      ({ timeStamp, isTrusted }) => {
        if (isTrusted) timings.pressed = timeStamp
      },
      true,
    )
  const affectsList = ({ target }: { target: Element }) =>
    ('closest' in target && target.closest('[role=list]')) || ('querySelector' in target && target.querySelector('[role=list]'))
  new page.MutationObserver((mutations) => {
    // While scrolling, only frames are counted, because recording changes would distort the measurement.
    if (!timings.scrolls && mutations.some(affectsList)) afterPaint((painted) => (timings.changed = painted))
  }).observe(page.document, { subtree: true, childList: true, attributes: true, characterData: true })
}

/** Runs in the page. */
export const readTimings = (): ListTimings => (globalThis as unknown as PageGlobals).timings

/** Runs in the page. */
export const areRowsPainted = (): boolean => (globalThis as unknown as PageGlobals).timings.rows > 0

/** Runs in the page. */
export function setTimings(change: Partial<ListTimings>): void {
  Object.assign((globalThis as unknown as PageGlobals).timings, change)
}
