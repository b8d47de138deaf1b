import type { Page } from 'playwright-core'

/** Where the screens are: our Earshot, and a recording of it that was heard. */
export type Stage = { url: string; fileId: string }

/** A screen to be looked at: how one gets there. Nothing here knows the language of the page. */
export type Screen = {
  name: string
  open: (page: Page, stage: Stage) => Promise<void>
  /** Who looks: lena has recordings, mara has none. */
  who?: 'lena' | 'mara' | 'nobody'
  /** Nobody has answered yet what may be kept. */
  asksConsent?: boolean
}

/** From an empty page: an address that differs by its hash alone would not be loaded again, nor measured. */
export async function go(page: Page, { url }: Stage, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(url + address)
}
