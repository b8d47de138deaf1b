import type { Page } from 'playwright-core'

/** Waits until the page has loaded and stopped changing. Returns a finding when it is still loading after the time limit. */
export async function waitUntilSettled(page: Page): Promise<string[]> {
  const isReady = await page
    .waitForFunction(
      () =>
        document.querySelector('main, [role=dialog]') &&
        !document.querySelector('[data-skeleton], [aria-busy=true]') &&
        [...document.images].every((image) => image.complete || image.loading === 'lazy'),
      undefined,
      { polling: 50, timeout: 15_000 },
    )
    .then(
      () => true,
      () => false,
    )
  await page.evaluate(waitUntilQuiet)
  return isReady ? [] : ['not settled: something is still being fetched after 15 s']
}

/** Waits for a moment without changes, but at most three seconds, because a page with a timer changes all the time. */
async function waitUntilQuiet(): Promise<void> {
  const QUIET_TIME = 350
  const MAX_WAIT = 3000
  await document.fonts.ready
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(finish, QUIET_TIME)
    })
    const finish = () => {
      observer.disconnect()
      resolve()
    }
    let timer = setTimeout(finish, QUIET_TIME)
    setTimeout(finish, MAX_WAIT)
    observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}
