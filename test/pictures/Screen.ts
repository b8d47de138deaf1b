import type { Page } from 'playwright-core'

/** Where the screens are: our Earshot, and a recording of it that was heard. */
export type Stage = { url: string; fileId: string }

/** A screen to be looked at: how one gets there from an empty page. Nothing here knows the language of the page. */
export type Screen = {
  name: string
  open: (page: Page, stage: Stage) => Promise<void>
  /** Who looks: lena has recordings, mara has none, the others as many as `SEEDED` says. */
  who?: 'lena' | 'mara' | 'one' | 'dozen' | 'many' | 'nobody'
  /** Nobody has answered yet what may be kept. */
  asksConsent?: boolean
}

export const go = async (page: Page, { url }: Stage, address: string): Promise<void> => void (await page.goto(url + address))
