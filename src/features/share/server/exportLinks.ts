import type { AppContext } from '#platform/context.ts'
import { clipOf } from './findShared.ts'
import { listAllLinks } from './storeLinks.ts'
import { listReports } from './reports/storeReports.ts'
import { listAllViews } from './storeViews.ts'

/** Returns all links of a user with their views, without tokens and passwords. */
export async function exportLinks(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const [links, views, reports] = await Promise.all([
    listAllLinks(ctx, userId),
    listAllViews(ctx, userId),
    listReports(ctx, userId),
  ])
  const share_links = links.map((link) => {
    const {
      user_id: _,
      token_hash: _hash,
      generation: _generation,
      password_hash,
      clip_start_ms: _s,
      clip_end_ms: _e,
      ...shown
    } = link
    const opened = views.filter(({ link_id }) => link_id === link.link_id)
    return {
      ...shown,
      clip: clipOf(link),
      has_password: password_hash !== null,
      // Without the text of the report and the reply address.
      reports: reports
        .filter(({ link_id }) => link_id === link.link_id)
        .map(({ reported_at, reason }) => ({ reported_at, reason })),
      views: opened.map(({ viewed_at, browser, system, has_listened, downloads }) => ({
        viewed_at,
        browser,
        system,
        has_listened,
        downloads,
      })),
    }
  })
  return { share_links }
}
