import type { CDPSession, Page } from 'playwright-core'
import type { Millis } from '#shared/units.ts'

/** What these functions see in the browser page. The server's type check does not include the DOM. */
type PageGlobals = {
  requestAnimationFrame: (callback: (at: Millis) => void) => void
  addEventListener: (kind: string, listener: (event: { timeStamp: Millis; key: string }) => void, capture: true) => void
  keyTimes: Millis[]
  frames: Millis[]
  isRecordingFrames: boolean
}

/** Scroll speed in pixels per second: a wheel turned fast, 24 notches of 100. */
const SCROLL_SPEED = 2400
const SCROLL_DURATION: Millis = 5000

/** Runs in the page before its own scripts. Records how long each printable key takes until the frame after it is painted. */
export function observeKeys(): void {
  const page = globalThis as unknown as PageGlobals
  Object.assign(page, { keyTimes: [], frames: [], isRecordingFrames: false })
  page.addEventListener(
    'keydown',
    ({ timeStamp, key }) => {
      if (key.length !== 1) return
      // A task queued in an animation frame runs after that frame was painted.
      page.requestAnimationFrame(() => setTimeout(() => page.keyTimes.push(performance.now() - timeStamp)))
    },
    true,
  )
}

/** Runs in the page. Returns the times so far and forgets them. */
export function readKeyTimes(): Millis[] {
  const page = globalThis as unknown as PageGlobals
  return page.keyTimes.splice(0)
}

/** Scrolls a list for five seconds as with a wheel. */
export async function framesWhileScrolling(
  page: Page,
  devtools: CDPSession,
  list: string,
): Promise<{ fps: number; longest: Millis }> {
  const box = await page.locator(list).first().boundingBox()
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  await page.evaluate(startFrames)
  await devtools.send('Input.synthesizeScrollGesture', {
    ...at,
    yDistance: -SCROLL_SPEED * (SCROLL_DURATION / 1000),
    speed: SCROLL_SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const frames = await page.evaluate(stopFrames)
  const gaps = frames.slice(1).map((frame, n) => frame - (frames[n] ?? frame))
  const span = (frames.at(-1) ?? 0) - (frames[0] ?? 0)
  return { fps: span > 0 ? (gaps.length / span) * 1000 : 0, longest: Math.max(0, ...gaps) }
}

/** Runs in the page. */
function startFrames(): void {
  const page = globalThis as unknown as PageGlobals
  page.frames = []
  page.isRecordingFrames = true
  const record = (at: Millis) => {
    page.frames.push(at)
    if (page.isRecordingFrames) page.requestAnimationFrame(record)
  }
  page.requestAnimationFrame(record)
}

/** Runs in the page. */
function stopFrames(): Millis[] {
  const page = globalThis as unknown as PageGlobals
  page.isRecordingFrames = false
  return page.frames
}
