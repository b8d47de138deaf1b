import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { CATEGORY_IDS, type PastVersion } from '../contract.ts'
import { type SubmissionProblem, versionStatus } from '../rules.ts'
import { editSubmission } from './community/communityTemplates.ts'
import { type CommunityRecord, type VersionRecord, listVersions, readCommunity } from './community/storeCommunity.ts'
import { changeCustom } from './custom/customTemplates.ts'
import { type CustomRecord, readCustom } from './custom/storeCustom.ts'
import { type CustomVersionRecord, listCustomVersions } from './custom/storeCustomVersions.ts'
import { toVersion, toWireTexts } from './wire.ts'

type OwnTemplate =
  | { readonly kind: 'custom'; readonly row: CustomRecord; readonly versions: readonly CustomVersionRecord[] }
  | { readonly kind: 'community'; readonly row: CommunityRecord; readonly versions: readonly VersionRecord[] }

/** Returns the texts that a template of the user has and had, newest first. Rejects with NotFound. */
export async function listOwnVersions(ctx: AppContext, userId: string, id: string): Promise<PastVersion[]> {
  const own = await readOwn(ctx, userId, id)
  if (own.kind === 'custom') return own.versions.map((version) => toPastCustom(own.row, version))
  return own.versions.map((version) => toPastCommunity(own.row, version))
}

/**
 * Makes an earlier text the new version of a template of the user; one of the community is submitted for review. Refuses the
 * version that is there, and like saving or submitting. Rejects with NotFound.
 */
export async function restoreVersion(
  ctx: AppContext,
  userId: string,
  id: string,
  version: number,
): Promise<CustomRecord | CommunityRecord | { refused: 'isCurrent' | 'noPermission' | SubmissionProblem }> {
  const own = await readOwn(ctx, userId, id)
  if (own.kind === 'custom') {
    if (version === own.row.version) return { refused: 'isCurrent' }
    const { name, content, category, icon, icon_color, note_tab_name } = find(own.versions, version)
    return await changeCustom(ctx, userId, id, { name, content, category, icon, icon_color, note_tab_name })
  }
  if (version === own.row.latest_version) return { refused: 'isCurrent' }
  const { title, description, content, category, icon, icon_color, note_tab_name, language } = find(own.versions, version)
  const { author_email, author_name } = own.row
  const texts = { title, description, content, category, icon, icon_color, note_tab_name }
  return await editSubmission(ctx, userId, id, { ...texts, author_email, author_name, language_os: language })
}

async function readOwn(ctx: AppContext, userId: string, id: string): Promise<OwnTemplate> {
  const custom = await readCustom(ctx, userId, id)
  if (custom) {
    const current: CustomVersionRecord = { ...custom, saved_at: custom.edited_at }
    return { kind: 'custom', row: custom, versions: [current, ...(await listCustomVersions(ctx, userId, id))] }
  }
  const row = await readCommunity(ctx, id)
  if (row?.user_id !== userId) throw new NotFound()
  return { kind: 'community', row, versions: await listVersions(ctx, id) }
}

function find<Version extends { version: number }>(versions: readonly Version[], version: number): Version {
  const found = versions.find((each) => each.version === version)
  if (!found) throw new NotFound()
  return found
}

const toPastCustom = (row: CustomRecord, version: CustomVersionRecord): PastVersion => ({
  ...toWireTexts(row.language, version.name, '', version.note_tab_name, version.content),
  version: version.version,
  created_at: unixSeconds(version.saved_at),
  status: 'saved',
  is_current: version.version === row.version,
  comment: '',
  ...toLook(version),
})

const toPastCommunity = (row: CommunityRecord, version: VersionRecord): PastVersion => ({
  ...toVersion(version),
  status: versionStatus(version, row),
  is_current: version.version === row.latest_version,
  comment: version.comment,
  ...toLook(version),
})

const toLook = ({ category, icon, icon_color }: { category: string; icon: string; icon_color: string }) => ({
  category_id: CATEGORY_IDS.find((id) => id === category) ?? ('' as const),
  icon,
  icon_color,
})
