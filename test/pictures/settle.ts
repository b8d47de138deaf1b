import type { Page } from 'playwright-core'

/** Waits until the page has loaded and stopped changing. Returns a finding when it is still loading. */
export async function settle(page: Page): Promise<string[]> {
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
  await page.evaluate(quiet)
  return isReady ? [] : ['not settled: something is still being fetched after 15 s']
}

/** Waits for a moment without changes, but not longer than three seconds: a page with a timer always changes. */
async function quiet(): Promise<void> {
  const QUIET_FOR = 350
  const AT_MOST = 3000
  await document.fonts.ready
  await new Promise<void>((done) => {
    const watcher = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(end, QUIET_FOR)
    })
    const end = () => {
      watcher.disconnect()
      done()
    }
    let timer = setTimeout(end, QUIET_FOR)
    setTimeout(end, AT_MOST)
    watcher.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}
