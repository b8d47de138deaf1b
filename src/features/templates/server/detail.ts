import { splitInstructions } from '#features/notes/rules.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { AppContext } from '#platform/context.ts'
import type { TemplateDetail } from '../contract.ts'
import { isVisible, isWaiting } from '../rules.ts'
import { readPublished } from './community/storeCommunity.ts'
import { findTemplate } from './find.ts'
import { type Languages, readReader, toItems } from './items.ts'
import type { ListedTemplate } from './listed.ts'
import { type Reader, toVersion } from './wire.ts'

/** Returns one template in full. Rejects with NotFound when the user cannot see it. */
export async function readDetail(ctx: AppContext, userId: string, id: string, languages: Languages): Promise<TemplateDetail> {
  const listed = await findTemplate(ctx, userId, id, languages.language_os)
  if (!listed) throw new NotFound()
  return await toDetail(ctx, listed, await readReader(ctx, userId, languages), languages)
}

/** Returns a template in full, for its reader or a reviewer. */
export async function toDetail(
  ctx: AppContext,
  listed: ListedTemplate,
  reader: Reader,
  languages: Languages,
): Promise<TemplateDetail> {
  const [item] = await toItems(ctx, [listed], reader, languages)
  if (!item) throw new NotFound()
  const { preamble, sections } = listed.kind === 'system' ? listed.system : splitInstructions(item.content)
  const translated = splitInstructions(item.translated_version?.content ?? '')
  const community = listed.kind === 'community' ? listed.community : null
  const isOwn = community !== null && (community.row.user_id === reader.userId || reader.isReviewer)
  return {
    ...item,
    preamble,
    sections: sections.map(({ heading, instruction }) => ({ heading, instruction })),
    translated_preamble: translated.preamble,
    translated_sections: translated.sections,
    waiting_version: isOwn && isWaiting(community.row.status) ? toVersion(community.version) : null,
    origin: await originOf(ctx, listed),
  }
}

/** Returns what an own template is a copy of. A system template or a withdrawn one has no newer version. */
async function originOf(ctx: AppContext, listed: ListedTemplate): Promise<TemplateDetail['origin']> {
  if (listed.kind !== 'custom') return null
  const { origin_kind, origin, origin_version } = listed.custom
  if (origin_kind === null || origin === null || origin_version === null) return null
  const [original] = origin_kind === 'community' ? await readPublished(ctx, [origin]) : []
  const hasNewer = original !== undefined && isVisible(original.row.status) && original.version.version > origin_version
  return { template_id: origin, custom_type: origin_kind, version: origin_version, has_newer: hasNewer }
}
