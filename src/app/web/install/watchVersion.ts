import { hours } from '#shared/units.ts'
import { client } from '#shared/client.ts'
import { siteContract } from '#features/site/contract.ts'
import { send } from '#browser/http/send.ts'
import { APP_VERSION } from '#browser/page/appVersion.ts'
import { type Stop, every } from '#browser/timers/time.ts'
import { offerReloadOnce } from './offerReload.ts'

/** How often an open page checks. The service worker checks as often, but not every browser has one. */
const CHECK_INTERVAL = hours(1)

const { init } = client('site', siteContract, send)

/**
 * Checks now and every hour whether this page is outdated, and offers a reload when it is (A§7). Returns a function that stops it.
 */
export function watchVersion(): Stop {
  const check = () =>
    init({ query: { platform: 'web', version: APP_VERSION } }, { noToken: true, unreported: true }).then(
      ({ data }) => void (data.notice?.code === 'outdated' && offerReloadOnce()),
      () => {},
    )
  void check()
  return every(CHECK_INTERVAL, () => void check())
}
