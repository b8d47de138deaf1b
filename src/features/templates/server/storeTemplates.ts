import { type SelectQueryBuilder, sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { MAX_TEMPLATE_VERSIONS } from '../contract.ts'
import { type OwnKind, type OwnStatus, VISIBLE_STATUSES, type VersionDecision, isVisible, kindOf } from '../rules/status.ts'

/** A template that a user wrote. Its texts are in its versions. */
export type TemplateRecord = {
  user_id: string
  template_id: string
  status: OwnStatus
  /** Empty for a private template, like `author_name`. */
  author_email: string
  author_name: string
  /** What the reviewer wrote last. */
  comment: string
  latest_version: number
  published_version: number | null
  created_at: Date
  reviewed_at: Date | null
  /** What it is a copy of. */
  origin_kind: 'system' | 'community' | null
  origin: string | null
  origin_version: number | null
}
export type VersionRecord = {
  template_id: string
  version: number
  title: string
  description: string
  content: string
  /** Empty for none. */
  category: string
  icon: string
  icon_color: string
  note_tab_name: string
  language: string
  search_text: string
  created_at: Date
  /** Null for a private template, while it waits, and when it was replaced before the review. */
  decision: VersionDecision | null
  /** What the reviewer wrote about it. */
  comment: string
}
/** A template with its latest version, which the author sees, and the one that others see while its status is a visible one. */
export type UserTemplate = {
  readonly row: TemplateRecord
  readonly latest: VersionRecord
  readonly published: VersionRecord | null
}

type Tables = {
  template: TemplateRecord
  template_version: VersionRecord
  template_count: { kind: string; template: string; uses: number }
  template_use: { kind: string; template: string; used_on: string }
}
const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()
const templateRows = (ctx: AppContext) => tables(ctx).selectFrom('template').selectAll()

/** Returns the template of an id, of any user. */
export const readUserTemplate = async (ctx: AppContext, id: string): Promise<UserTemplate | undefined> =>
  (await withVersions(ctx, await templateRows(ctx).where('template_id', '=', id).execute()))[0]

/** Reads a template and locks it until the transaction ends, so that edits and reviews run one after another. */
export const lockUserTemplate = async (tx: AppContext, id: string): Promise<UserTemplate | undefined> =>
  (await withVersions(tx, await templateRows(tx).where('template_id', '=', id).forUpdate().execute()))[0]

/** Returns the templates of a user: private ones, then those of the community, the newest first. */
export async function listOwn(ctx: AppContext, userId: string): Promise<UserTemplate[]> {
  const own = templateRows(ctx).where('user_id', '=', userId)
  const rows = await own
    .orderBy(sql`status = 'private'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('template_id', 'desc')
    .execute()
  return await withVersions(ctx, rows)
}

/** Returns the number of templates of a user, by kind, and of those that others do not see. */
export async function countOwn(ctx: AppContext, userId: string): Promise<Record<OwnKind | 'hidden', number>> {
  const counted = tables(ctx)
    .selectFrom('template')
    .select((row) => ['status', row.fn.countAll<number>().as('n')])
    .where('user_id', '=', userId)
    .groupBy('status')
  const counts = { custom: 0, community: 0, hidden: 0 }
  for (const { status, n } of await counted.execute()) {
    counts[kindOf(status)] += n
    if (!isVisible(status)) counts.hidden += n
  }
  return counts
}

/** Returns the templates of these statuses, those submitted first at the beginning. */
export async function listByStatus(ctx: AppContext, statuses: readonly OwnStatus[], limit: number): Promise<UserTemplate[]> {
  const rows = await tables(ctx)
    .selectFrom('template as t')
    .innerJoin('template_version as v', (join) =>
      join.onRef('v.template_id', '=', 't.template_id').onRef('v.version', '=', 't.latest_version'),
    )
    .selectAll('t')
    .where('t.status', 'in', statuses)
    .orderBy('v.created_at')
    .orderBy('t.template_id')
    .limit(limit)
    .execute()
  return await withVersions(ctx, rows)
}

export const countByStatus = async (ctx: AppContext, statuses: readonly OwnStatus[]): Promise<number> =>
  countRows(tables(ctx).selectFrom('template').where('status', 'in', statuses))

/** Makes saves of a user run one after another until the transaction ends, so that none goes beyond the limit. */
export const lockSaves = async (tx: AppContext, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`templates of ${userId}`}, 0))`.execute(tx.db))

export async function insertTemplate(tx: AppContext, row: TemplateRecord): Promise<void> {
  await tables(tx).insertInto('template').values(row).execute()
}

export async function updateTemplate(tx: AppContext, id: string, change: Partial<TemplateRecord>): Promise<void> {
  await tables(tx).updateTable('template').set(change).where('template_id', '=', id).execute()
}

/** Deletes a template with its versions and translations. */
export async function deleteTemplate(tx: AppContext, id: string): Promise<void> {
  await tables(tx).deleteFrom('template').where('template_id', '=', id).execute()
}

export const readVersion = async (ctx: AppContext, id: string, version: number): Promise<VersionRecord | undefined> =>
  tables(ctx)
    .selectFrom('template_version')
    .selectAll()
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()

/** Returns the versions that are kept, newest first. */
export const listVersions = async (ctx: AppContext, id: string): Promise<VersionRecord[]> =>
  tables(ctx).selectFrom('template_version').selectAll().where('template_id', '=', id).orderBy('version', 'desc').execute()

/** Adds a version and deletes those beyond `MAX_TEMPLATE_VERSIONS`, the oldest first, but never the published one. */
export async function insertVersion(tx: AppContext, version: VersionRecord, published: number | null): Promise<void> {
  await tables(tx).insertInto('template_version').values(version).execute()
  await tables(tx)
    .deleteFrom('template_version')
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
    .updateTable('template_version')
    .set(change)
    .where('template_id', '=', template_id)
    .where('version', '=', version)
    .execute()
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
    .selectFrom('template as t')
    .innerJoin('template_version as v', (join) =>
      join.onRef('v.template_id', '=', 't.template_id').onRef('v.version', '=', 't.published_version'),
    )
    .where('t.status', 'in', VISIBLE_STATUSES)
  if (category) query = query.where('v.category', '=', category)
  if (exceptId !== undefined) query = query.where('t.template_id', '<>', exceptId)
  for (const word of words) query = query.where(sql<boolean>`position(${word} in v.search_text) > 0`)
  return query
}

export const countPublished = async (ctx: AppContext, search: Search): Promise<number> => countRows(publishedQuery(ctx, search))

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
): Promise<UserTemplate[]> {
  if (limit <= 0) return []
  const rows = await publishedQuery(ctx, search)
    .leftJoin('template_count as c', (join) => join.on('c.kind', '=', 'community').onRef('c.template', '=', 't.template_id'))
    .selectAll('t')
    .orderBy(sql`v.language = ${search.firstLanguage ?? ''}`, 'desc')
    .orderBy(sql`coalesce(c.uses, 0)`, 'desc')
    .orderBy('t.template_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return await withVersions(ctx, rows)
}

/** Returns the published templates with the most uses since a day (`2026-11-20`), the most used first. */
export async function listUsedSince(ctx: AppContext, day: string, limit: number): Promise<UserTemplate[]> {
  const rows = await publishedQuery(ctx, {})
    .innerJoin('template_use as u', (join) => join.on('u.kind', '=', 'community').onRef('u.template', '=', 't.template_id'))
    .where('u.used_on', '>=', day)
    .selectAll('t')
    .groupBy('t.template_id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('t.template_id')
    .limit(limit)
    .execute()
  return await withVersions(ctx, rows)
}

/** Returns the templates with their versions, in the same order. */
async function withVersions(ctx: AppContext, rows: readonly TemplateRecord[]): Promise<UserTemplate[]> {
  if (rows.length === 0) return []
  const keys = rows.flatMap(({ template_id, latest_version, published_version }) =>
    [...new Set([latest_version, published_version ?? latest_version])].map((version) => ({ template_id, version })),
  )
  const versions = await tables(ctx)
    .selectFrom('template_version')
    .selectAll()
    .where((row) =>
      row(
        row.refTuple('template_id', 'version'),
        'in',
        keys.map(({ template_id, version }) => row.tuple(template_id, version)),
      ),
    )
    .execute()
  const byKey = new Map(versions.map((version) => [`${version.template_id}:${version.version}`, version]))
  return rows.flatMap((row) => {
    const latest = byKey.get(`${row.template_id}:${row.latest_version}`)
    return latest ? { row, latest, published: byKey.get(`${row.template_id}:${row.published_version}`) ?? null } : []
  })
}

async function countRows<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counted = query.select((row) => row.fn.countAll<number>().as('n')).$castTo<{ n: number }>()
  return (await counted.executeTakeFirstOrThrow()).n
}
