import { newId } from '#shared/newId.ts'
import { describeBrowser } from '#features/account/rules.ts'
import type { AppContext } from '#platform/context.ts'
import { countView, type LinkRecord } from './storeLinks.ts'
import { addDownload, insertView, markListened } from './storeViews.ts'
import type { PartName } from './signedParts.ts'

/** Programs that fetch pages on their own: crawlers and link preview services. */
const PROGRAMS =
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|slack|discord|skype|embedly|pinterest|vkshare|curl\/|wget|python|go-http|java\/|node|axios|lighthouse/i

type Visit = { method: string; headers: Readonly<Record<string, string | string[] | undefined>> }

/** Returns whether the page is opened by a person, not by a program or a prefetching browser. */
function isPerson({ method, headers }: Visit): boolean {
  const agent = String(headers['user-agent'] ?? '')
  const isPrefetch = ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|preview/i.test(String(headers[name] ?? '')))
  return method === 'GET' && agent !== '' && !PROGRAMS.test(agent) && !isPrefetch
}

/** Returns an id for a page view, or '' when it does not count. */
export const newViewId = (ctx: AppContext, visit: Visit): string => (isPerson(visit) ? newId(ctx.clock.now()) : '')

/** Counts a page view with its time and browser. The address is not stored. */
export async function recordView(ctx: AppContext, link: LinkRecord, view_id: string, visit: Visit): Promise<void> {
  const now = ctx.clock.now()
  const { browser, system } = describeBrowser(String(visit.headers['user-agent'] ?? ''))
  const { user_id, link_id } = link
  await ctx.transaction(async (tx) => {
    await countView(tx, link, now)
    await insertView(tx, { user_id, link_id, view_id, viewed_at: now, browser, system, has_listened: false, downloads: [] })
  })
}

/** Records that a visitor has played or downloaded something. */
export async function countPart(
  ctx: AppContext,
  { user_id, link_id }: LinkRecord,
  viewId: string,
  name: PartName,
): Promise<void> {
  if (viewId === '') return
  const key = { user_id, link_id, view_id: viewId }
  if (name === 'audio') await markListened(ctx, key)
  else await addDownload(ctx, key, name === 'text' ? 'text' : 'audio')
}
