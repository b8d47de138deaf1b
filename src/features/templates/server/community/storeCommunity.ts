import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { MAX_TEMPLATE_VERSIONS, type TemplateStatus } from '../../contract.ts'
import type { VersionDecision } from '../../rules.ts'

export type CommunityRecord = {
  user_id: string
  template_id: string
  status: TemplateStatus
  author_email: string
  author_name: string
  comment: string
  latest_version: number
  published_version: number | null
  created_at: Date
  submitted_at: Date
  reviewed_at: Date | null
}
export type VersionRecord = {
  template_id: string
  version: number
  title: string
  description: string
  content: string
  category: string
  icon: string
  icon_color: string
  note_tab_name: string
  language: string
  search_text: string
  created_at: Date
  /** Null while it waits, and when it was replaced before the review. */
  decision: VersionDecision | null
  /** What the reviewer wrote about it. */
  comment: string
}
/** A community template with one of its versions. */
export type CommunityTemplate = { readonly row: CommunityRecord; readonly version: VersionRecord }

type Tables = {
  community_template: CommunityRecord
  community_template_version: VersionRecord
  template_count: { kind: string; template: string; uses: number }
  template_use: { kind: string; template: string; used_on: string }
}
const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

const VISIBLE: TemplateStatus[] = ['published', 'new_in_review']

export const readCommunity = async (ctx: AppContext, id: string): Promise<CommunityRecord | undefined> =>
  tables(ctx).selectFrom('community_template').selectAll().where('template_id', '=', id).executeTakeFirst()

/** Reads a template and locks it until the transaction ends, so that edits and reviews run one after another. */
export const lockCommunity = async (tx: AppContext, id: string): Promise<CommunityRecord | undefined> =>
  tables(tx).selectFrom('community_template').selectAll().where('template_id', '=', id).forUpdate().executeTakeFirst()

export async function listOwnCommunity(ctx: AppContext, userId: string): Promise<CommunityRecord[]> {
  const own = tables(ctx).selectFrom('community_template').selectAll().where('user_id', '=', userId)
  return own.orderBy('created_at', 'desc').orderBy('template_id', 'desc').execute()
}

/** Returns the templates of these statuses, those submitted first at the beginning. */
export const listByStatus = async (
  ctx: AppContext,
  statuses: readonly TemplateStatus[],
  limit: number,
): Promise<CommunityRecord[]> =>
  tables(ctx)
    .selectFrom('community_template')
    .selectAll()
    .where('status', 'in', statuses)
    .orderBy('submitted_at')
    .orderBy('template_id')
    .limit(limit)
    .execute()

export async function countByStatus(ctx: AppContext, statuses: readonly TemplateStatus[]): Promise<number> {
  const counted = tables(ctx)
    .selectFrom('community_template')
    .select((row) => row.fn.countAll<number>().as('n'))
  return (await counted.where('status', 'in', statuses).executeTakeFirstOrThrow()).n
}

export async function insertCommunity(tx: AppContext, row: CommunityRecord): Promise<void> {
  await tables(tx).insertInto('community_template').values(row).execute()
}

export async function updateCommunity(tx: AppContext, id: string, change: Partial<CommunityRecord>): Promise<void> {
  await tables(tx).updateTable('community_template').set(change).where('template_id', '=', id).execute()
}

/** Deletes a template of the user with its versions, translations and count. Returns false when there is none of this id. */
export async function deleteCommunity(tx: AppContext, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('community_template')
    .where('user_id', '=', userId)
    .where('template_id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await tables(tx).deleteFrom('template_count').where('kind', '=', 'community').where('template', '=', id).execute()
  return true
}

export const readVersion = async (ctx: AppContext, id: string, version: number): Promise<VersionRecord | undefined> =>
  tables(ctx)
    .selectFrom('community_template_version')
    .selectAll()
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()

/** Returns the versions that are kept, newest first. */
export const listVersions = async (ctx: AppContext, id: string): Promise<VersionRecord[]> =>
  tables(ctx)
    .selectFrom('community_template_version')
    .selectAll()
    .where('template_id', '=', id)
    .orderBy('version', 'desc')
    .execute()

/** Adds a version and deletes those beyond `MAX_TEMPLATE_VERSIONS`, the oldest first, but never the published one. */
export async function insertVersion(tx: AppContext, version: VersionRecord, published: number | null): Promise<void> {
  await tables(tx).insertInto('community_template_version').values(version).execute()
  await tables(tx)
    .deleteFrom('community_template_version')
    .where('template_id', '=', version.template_id)
    .where('version', '<', version.version - MAX_TEMPLATE_VERSIONS)
    .where('version', '<>', published ?? 0)
    .execute()
}

/** Keeps what a reviewer decided about a version and wrote to the author. */
export async function updateDecision(
  tx: AppContext,
  { template_id, version }: Pick<VersionRecord, 'template_id' | 'version'>,
  change: Pick<VersionRecord, 'decision' | 'comment'>,
): Promise<void> {
  await tables(tx)
    .updateTable('community_template_version')
    .set(change)
    .where('template_id', '=', template_id)
    .where('version', '=', version)
    .execute()
}

/** Returns the published versions of these templates, as far as other users may see them. */
export async function readPublished(ctx: AppContext, ids: readonly string[]): Promise<CommunityTemplate[]> {
  if (ids.length === 0) return []
  const rows = await tables(ctx)
    .selectFrom('community_template')
    .selectAll()
    .where('template_id', 'in', ids)
    .where('status', 'in', VISIBLE)
    .execute()
  const versions = await tables(ctx)
    .selectFrom('community_template_version')
    .selectAll()
    .where('template_id', 'in', ids)
    .execute()
  const byKey = new Map(versions.map((version) => [`${version.template_id}:${version.version}`, version]))
  return rows.flatMap((row) => {
    const version = byKey.get(`${row.template_id}:${row.published_version}`)
    return version ? { row, version } : []
  })
}

export type Search = {
  readonly category?: string | undefined
  /** Folded words that all occur in the title, description or author. */
  readonly words?: readonly string[]
  /** A template that is listed elsewhere. */
  readonly exceptId?: string | undefined
  /** The templates written in this language come first. */
  readonly firstLanguage?: string | undefined
}

const publishedQuery = (ctx: AppContext, { category, words = [], exceptId }: Search) => {
  let query = tables(ctx)
    .selectFrom('community_template as t')
    .innerJoin('community_template_version as v', (join) =>
      join.onRef('v.template_id', '=', 't.template_id').onRef('v.version', '=', 't.published_version'),
    )
    .where('t.status', 'in', VISIBLE)
  if (category) query = query.where('v.category', '=', category)
  if (exceptId !== undefined) query = query.where('t.template_id', '<>', exceptId)
  for (const word of words) query = query.where(sql<boolean>`position(${word} in v.search_text) > 0`)
  return query
}

export const countPublished = async (ctx: AppContext, search: Search): Promise<number> =>
  (
    await publishedQuery(ctx, search)
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Returns the number of published templates of each category. */
export async function countPublishedByCategory(ctx: AppContext): Promise<Map<string, number>> {
  const rows = await publishedQuery(ctx, {})
    .select((row) => ['v.category', row.fn.countAll<number>().as('n')])
    .groupBy('v.category')
    .execute()
  return new Map(rows.map(({ category, n }) => [category, n]))
}

/** Returns published templates, the most used first, of each language. */
export async function searchPublished(
  ctx: AppContext,
  { limit, offset = 0, ...search }: Search & { limit: number; offset?: number },
): Promise<CommunityTemplate[]> {
  if (limit <= 0) return []
  const rows = await publishedQuery(ctx, search)
    .leftJoin('template_count as c', (join) => join.on('c.kind', '=', 'community').onRef('c.template', '=', 't.template_id'))
    .select('t.template_id')
    .orderBy(sql`v.language = ${search.firstLanguage ?? ''}`, 'desc')
    .orderBy(sql`coalesce(c.uses, 0)`, 'desc')
    .orderBy('t.template_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return await inOrder(ctx, rows)
}

/** Returns the published templates with the most uses since a day (`2026-11-20`), the most used first. */
export async function listUsedSince(ctx: AppContext, day: string, limit: number): Promise<CommunityTemplate[]> {
  const rows = await publishedQuery(ctx, {})
    .innerJoin('template_use as u', (join) => join.on('u.kind', '=', 'community').onRef('u.template', '=', 't.template_id'))
    .where('u.used_on', '>=', day)
    .select('t.template_id')
    .groupBy('t.template_id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('t.template_id')
    .limit(limit)
    .execute()
  return await inOrder(ctx, rows)
}

async function inOrder(ctx: AppContext, rows: readonly { template_id: string }[]): Promise<CommunityTemplate[]> {
  const ids = rows.map(({ template_id }) => template_id)
  const byId = new Map((await readPublished(ctx, ids)).map((template) => [template.row.template_id, template]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
