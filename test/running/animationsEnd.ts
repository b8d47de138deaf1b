import type { Page } from 'playwright-core'

/**
 * Waits until nothing moves for two frames. The end of one transition may start the next, for example where a colour is
 * inherited.
 */
export async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Infinite animations never end, and a finished animation that fills forwards is still listed.
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
