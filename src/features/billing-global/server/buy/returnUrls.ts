import { paths } from '#shared/paths.ts'
import type { Config } from '#platform/config/config.ts'
import { withRequestOrigin } from '#platform/crypto/signedLinks.ts'
import { BUY_FLAGS } from '../../rules.ts'

/** Pages of this server to which a payment can return. A URL from a client only selects one of them. */
const RETURN_PAGES: readonly string[] = [paths.home(), '/home', paths.memberIndex(), paths.memberPurchase()]

type Purchase = { isPack: boolean; isTrial: boolean }
type Request = { success_url?: string | undefined; cancel_url?: string | undefined }

/** Returns the two URLs to which the provider redirects a browser. The session and the buy flag are added (A§4). */
export function returnUrls(config: Config, from: { host: string }, request: Request, purchase: Purchase) {
  const flag = buyFlag(request.success_url, purchase)
  const base = withRequestOrigin(config.publicUrl, config, from)
  return {
    successUrl: `${base}${pageOf(request.success_url)}?session_id={CHECKOUT_SESSION_ID}&buyflag=${flag}`,
    cancelUrl: `${base}${pageOf(request.cancel_url)}?checkout=canceled&buyflag=${flag}`,
  }
}

function buyFlag(successUrl: string | undefined, { isPack, isTrial }: Purchase): number {
  if (isPack) return BUY_FLAGS.other
  if (!isTrial) return BUY_FLAGS.subscribe
  const wanted = Number(toUrl(successUrl)?.searchParams.get('buyflag'))
  return wanted === BUY_FLAGS.freeTrialPro ? BUY_FLAGS.freeTrialPro : BUY_FLAGS.freeTrial
}

function pageOf(address: string | undefined): string {
  const path = toUrl(address)?.pathname
  return path !== undefined && RETURN_PAGES.includes(path) ? path : paths.memberPurchase()
}

/** A path is resolved against a placeholder host. */
const toUrl = (address = ''): URL | null =>
  URL.canParse(address, 'https://path.invalid') ? new URL(address, 'https://path.invalid') : null
