import type { CDPSession, Page } from 'playwright-core'
import type { Millis } from '#shared/units.ts'

/** Scroll speed in pixels per second, like a fast wheel: 24 notches of 100. */
const SCROLL_SPEED = 2400
const SCROLL_DURATION: Millis = 5000

/** Scrolls the first element that matches a selector for five seconds, like a wheel. */
export async function scrollForFiveSeconds(page: Page, devtools: CDPSession, selector: string): Promise<void> {
  const box = await page.locator(selector).first().boundingBox()
  await devtools.send('Input.synthesizeScrollGesture', {
    x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
    y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
    yDistance: -SCROLL_SPEED * (SCROLL_DURATION / 1000),
    speed: SCROLL_SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}

/** Returns the frames per second and the longest frame for a list of frame times. */
export function frameRate(frames: readonly Millis[]): { fps: number; longest: Millis } {
  const gaps = frames.slice(1).map((frame, n) => frame - (frames[n] ?? frame))
  const span = (frames.at(-1) ?? 0) - (frames[0] ?? 0)
  return { fps: span > 0 ? (gaps.length / span) * 1000 : 0, longest: Math.max(0, ...gaps) }
}
