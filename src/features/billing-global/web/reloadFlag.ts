import { setItem, STORAGE_KEYS, takeItem } from '#browser/storage/storage.ts'
import { reloadPage } from '#browser/page/openPage.ts'
import { BUY_FLAGS } from '../rules.ts'

/** `order` in the storage of the tab is the flag; in that of the browser it is the purchase that is being paid. */
const options = { area: 'session' } as const

/** Loads the page again after a change of the plan. It then shows the notice of this buy flag (A§4). */
export function reloadWithNotice(flag: number): void {
  setItem(STORAGE_KEYS.order, flag, options)
  reloadPage({ buyflag: String(flag) })
}

/** Returns the flag with which this tab has loaded the page again, once: addresses can also come from elsewhere. */
export function takeReloadFlag(): number | null {
  const flag = takeItem(STORAGE_KEYS.order, options)
  return flag === BUY_FLAGS.upgrade || flag === BUY_FLAGS.downgrade ? flag : null
}
