import type { Millis } from '#kit/units.ts'

/** What these functions, which run in the page, see of it; the server's compiler knows no page. */
type Element = { closest: (selector: string) => Element | null; querySelector: (selector: string) => Element | null } & Box
type Box = { getBoundingClientRect: () => { x: number; y: number; width: number; height: number } }
type InPage = {
  document: {
    querySelector: (selector: string) => Element | null
    querySelectorAll: (selector: string) => Iterable<Element>
  }
  location: { pathname: string }
  requestAnimationFrame: (then: (at: Millis) => void) => void
  addEventListener: (kind: string, hear: (event: { timeStamp: Millis; isTrusted: boolean }) => void, capture: true) => void
  MutationObserver: new (hear: (seen: { target: Element }[]) => void) => {
    observe: (what: object, how: object) => void
  }
  watched: Watched
}
/** Times since the page began, in ms; 0 is never. */
export type Watched = { rows: Millis; pressed: Millis; changed: Millis; frames: Millis[]; blank: number; scrolls: boolean }

/**
 * Runs in the page, before anything of it. Notes when rows of the list were first painted after `rows` was set to 0, when
 * somebody last pressed something, when the list last changed before their eyes, and every frame while `scrolls`.
 */
export function watchList(): void {
  const page = globalThis as unknown as InPage
  const watched: Watched = { rows: 0, pressed: 0, changed: 0, frames: [], blank: 0, scrolls: false }
  page.watched = watched
  const LIST = '[role=list]:has([data-file])'
  // A task after the frame's callbacks: by then the frame has been handed over.
  const afterPaint = (then: (at: Millis) => void) => page.requestAnimationFrame(() => setTimeout(() => then(performance.now())))
  const isBlank = () => {
    const list = page.document.querySelector('[role=list]')?.getBoundingClientRect()
    const middle = list ? list.y + list.height / 2 : 0
    // Which element lies there cannot be asked: a list that scrolls takes no pointer.
    return ![...page.document.querySelectorAll('[role=list] [role=listitem]')].some((row) => {
      const { y, height } = row.getBoundingClientRect()
      return y <= middle && y + height >= middle
    })
  }
  const frame = (at: Millis) => {
    if (watched.rows === 0 && page.location.pathname.endsWith('/file-list') && page.document.querySelector(LIST)) {
      watched.rows = -1
      afterPaint((painted) => (watched.rows = painted))
    }
    if (watched.scrolls) {
      watched.frames.push(at)
      if (watched.frames.length % 4 === 0 && isBlank()) watched.blank++
    }
    page.requestAnimationFrame(frame)
  }
  page.requestAnimationFrame(frame)
  for (const kind of ['keydown', 'click'])
    page.addEventListener(
      kind,
      ({ timeStamp, isTrusted }) => {
        if (isTrusted) watched.pressed = timeStamp
      },
      true,
    )
  const isOfList = ({ target }: { target: Element }) =>
    ('closest' in target && target.closest('[role=list]')) || ('querySelector' in target && target.querySelector('[role=list]'))
  new page.MutationObserver((seen) => {
    // While it scrolls, frames are counted: what notes changes would be counted as well.
    if (!watched.scrolls && seen.some(isOfList)) afterPaint((painted) => (watched.changed = painted))
  }).observe(page.document, { subtree: true, childList: true, attributes: true, characterData: true })
}

/** Runs in the page. */
export const readWatched = (): Watched => (globalThis as unknown as InPage).watched

/** Runs in the page. */
export const areRowsPainted = (): boolean => (globalThis as unknown as InPage).watched.rows > 0

/** Runs in the page. */
export function setWatched(change: Partial<Watched>): void {
  Object.assign((globalThis as unknown as InPage).watched, change)
}
