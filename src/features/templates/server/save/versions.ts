import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { CATEGORY_IDS, type PastVersion } from '../../contract.ts'
import { versionStatus } from '../../rules.ts'
import { type OwnKind, kindOf } from '../../rules/status.ts'
import { type TemplateRecord, type UserTemplate, listVersions, readUserTemplate, readVersion } from '../storeTemplates.ts'
import { toVersion } from '../wire.ts'
import { type EditRefusal, editTemplate, ownOrNotFound } from './saveTemplate.ts'

/** Returns the texts that a template of the user has and had, newest first. Rejects with NotFound. */
export async function listOwnVersions(ctx: AppContext, userId: string, id: string): Promise<PastVersion[]> {
  return describeVersions(ctx, ownOrNotFound(await readUserTemplate(ctx, id), userId).row)
}

/** Returns the texts that a template has and had, newest first. */
export async function describeVersions(ctx: AppContext, row: TemplateRecord): Promise<PastVersion[]> {
  return (await listVersions(ctx, row.template_id)).map((version) => ({
    ...toVersion(version),
    status: versionStatus(version, row),
    is_current: version.version === row.latest_version,
    comment: version.comment,
    category_id: CATEGORY_IDS.find((category) => category === version.category) ?? '',
    icon: version.icon,
    icon_color: version.icon_color,
  }))
}

/**
 * Makes an earlier text the new version of a template of the user; a community template is submitted for review. Refuses the
 * current version, and what `editTemplate` refuses. Rejects with NotFound.
 */
export async function restoreVersion(
  ctx: AppContext,
  userId: string,
  id: string,
  version: number,
): Promise<UserTemplate | EditRefusal<OwnKind> | { refused: 'isCurrent' }> {
  const { row } = ownOrNotFound(await readUserTemplate(ctx, id), userId)
  if (version === row.latest_version) return { refused: 'isCurrent' }
  const restored = await readVersion(ctx, id, version)
  if (!restored) throw new NotFound()
  const { author_email, author_name } = row
  return await editTemplate(ctx, userId, { kind: kindOf(row.status), id }, { ...restored, author_email, author_name })
}
