import type { BrowserContext, Page } from 'playwright-core'

/**
 * Stores values in the browser, as the app does, before the first script of each page: `tokenstr` for a signed-in page, `consent`
 * for an answered cookie notice. The keys are those of src/browser/storage.
 */
export async function storeValues(target: BrowserContext | Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  await target.addInitScript((stored) => {
    try {
      for (const [key, value] of Object.entries(stored))
        localStorage.setItem(`earshot_${key}`, JSON.stringify({ value, expires: null }))
    } catch {
      // A blank page has no storage.
    }
  }, values)
}
