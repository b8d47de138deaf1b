import type { AppContext } from '#platform/context.ts'
import { isVisible } from '../rules.ts'
import { type CommunityRecord, readCommunity, readVersion } from './community/storeCommunity.ts'
import { readCustom } from './custom/storeCustom.ts'
import { type ListedTemplate, listedCustom, listedSystem } from './listed.ts'
import { findSystemTemplate } from './system/systemTemplates.ts'

/** Returns a template that the user may see: a system one, an own one, or a published one. Undefined otherwise. */
export async function findTemplate(
  ctx: AppContext,
  userId: string,
  id: string,
  language: string | undefined,
): Promise<ListedTemplate | undefined> {
  const system = findSystemTemplate(id, language)
  if (system) return listedSystem(system)
  const custom = await readCustom(ctx, userId, id)
  if (custom) return listedCustom(custom)
  const row = await readCommunity(ctx, id)
  if (!row || (row.user_id !== userId && !isVisible(row.status))) return undefined
  return await listCommunity(ctx, row, row.user_id === userId)
}

/** Returns a community template: with its latest version for its author and reviewers, else with the published one. */
export async function listCommunity(
  ctx: AppContext,
  row: CommunityRecord,
  seesLatest: boolean,
): Promise<ListedTemplate | undefined> {
  const isPublished = isVisible(row.status) && row.published_version !== null
  const published = isPublished ? ((await readVersion(ctx, row.template_id, row.published_version!)) ?? null) : null
  const version = seesLatest ? await readVersion(ctx, row.template_id, row.latest_version) : published
  return version ? { kind: 'community', id: row.template_id, community: { row, version, published } } : undefined
}
