import type { CDPSession, Page } from 'playwright-core'
import type { Millis } from '#shared/units.ts'
import { frameRate, scrollForFiveSeconds } from './scrolling.ts'

/** The parts of the browser page that these functions use. The server's type check does not include the DOM. */
type PageGlobals = {
  requestAnimationFrame: (callback: (at: Millis) => void) => void
  addEventListener: (kind: string, listener: (event: { timeStamp: Millis; key: string }) => void, capture: true) => void
  keyTimes: Millis[]
  frames: Millis[]
  isRecordingFrames: boolean
}

/** Runs in the page before its own scripts. Records the time from each printable key until the next frame is painted. */
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

/** Runs in the page. Returns and clears the recorded times. */
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
  await page.evaluate(startFrames)
  await scrollForFiveSeconds(page, devtools, list)
  return frameRate(await page.evaluate(stopFrames))
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
