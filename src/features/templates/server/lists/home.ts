import { hasModel } from '#features/language-models/server.ts'
import type { AppContext } from '#platform/context.ts'
import { CATEGORY_IDS } from '../../contract.ts'
import { readReader, toEntries } from '../items.ts'
import type { ListedTemplate } from '../listed.ts'
import { countForReview, isReviewer } from '../review/review.ts'
import { countOwn, countPublishedByCategory } from '../storeTemplates.ts'
import { SYSTEM_TEMPLATES } from '../../system/catalogue.ts'
import { type ListRequest, findSelected } from './listRequest.ts'
import { readListFacts, toCategory } from './lists.ts'
import { findPage } from './searchTemplates.ts'

/** Returns every category that holds templates with a page of each, and what there is in all. */
export async function readHome(ctx: AppContext, userId: string, request: ListRequest) {
  const reader = await readReader(ctx, userId, request)
  const selected = await findSelected(ctx, userId, request)
  const show = (listed: readonly ListedTemplate[]) => toEntries(ctx, listed, reader, request)
  const groups = await listGroups(ctx, userId, request, selected)
  const entries = await show(groups.flatMap(({ listed }) => listed))
  let taken = 0
  const data = groups.map(({ id, listed, total }) => ({
    ...toCategory(id, request.language_os, total),
    data: entries.slice(taken, (taken += listed.length)),
  }))
  const own = await countOwn(ctx, userId)
  const reviews = await isReviewer(ctx, userId)
  const visible = [...(await countPublishedByCategory(ctx)).values()].reduce((sum, count) => sum + count, 0)
  return {
    data,
    ...(await readListFacts(ctx, userId, request, { selected, show })),
    total_nums: SYSTEM_TEMPLATES.length + visible + own.hidden,
    mine_total_nums: own.custom + own.community,
    is_reviewer: reviews,
    review_total_nums: reviews ? await countForReview(ctx) : 0,
    can_translate: await hasModel(ctx),
  }
}

/** Returns a page of each category that holds templates, in the order in which pages show them. */
async function listGroups(ctx: AppContext, userId: string, request: ListRequest, selected: ListedTemplate | undefined) {
  const groups = []
  for (const id of CATEGORY_IDS.filter((each) => !request.category_id || each === request.category_id)) {
    const { listed, total } = await findPage(ctx, userId, { ...request, category_id: id }, selected)
    if (total > 0) groups.push({ id, listed, total })
  }
  return groups
}
