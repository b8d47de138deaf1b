import type { Page } from 'playwright-core'

/**
 * Waits until nothing has moved for two frames. The end of one transition may start the next one, for example when a color is
 * inherited.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Infinite animations never end, and a finished animation that fills forwards is still listed.
    const isRunning = ({ playState, effect }: Animation) =>
      playState !== 'finished' && effect?.getComputedTiming().endTime !== Infinity
    let stillFrames = 0
    while (stillFrames < 2) {
      await nextFrame()
      const running = document.getAnimations().filter(isRunning)
      stillFrames = running.length === 0 ? stillFrames + 1 : 0
      await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)))
    }
  })
}
