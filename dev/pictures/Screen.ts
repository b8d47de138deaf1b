import type { Page } from 'playwright-core'

/** Where to take pictures: the server and a transcribed recording on it. */
export type PictureContext = { url: string; fileId: string }

/** A screen and how to open it on an empty page. Nothing here depends on the language of the page. */
export type Screen = {
  name: string
  open: (page: Page, pictureContext: PictureContext) => Promise<void>
  /** Whose session is used: lena has recordings, mara has none, the others have as many as `SEEDED` says. */
  who?: 'lena' | 'mara' | 'one' | 'dozen' | 'many' | 'transcripts' | 'visitor'
  /** The cookie notice has not been answered. */
  showsConsent?: boolean
}

export const openAddress = async (page: Page, { url }: PictureContext, address: string): Promise<void> =>
  void (await page.goto(url + address))
