import type { Page } from 'playwright-core'

/** Until two frames in a row have nothing moving: one transition's end may start the next, as where a colour is inherited. */
export async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // A spinner never ends, and what fills forwards has ended though it still counts.
    const ends = ({ playState, effect }: Animation) =>
      playState !== 'finished' && effect?.getComputedTiming().endTime !== Infinity
    let still = 0
    while (still < 2) {
      await frame()
      const moving = document.getAnimations().filter(ends)
      still = moving.length === 0 ? still + 1 : 0
      await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)))
    }
  })
}
