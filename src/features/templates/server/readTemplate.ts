import { hasRight } from '#features/membership/server.ts'
import { parseTemplate, type SummaryTemplate } from '#features/notes/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { TemplateKind } from '../contract.ts'
import { isAutomaticTemplate, localeOf } from '../rules.ts'
import { listTranslations } from './community/storeTranslations.ts'
import { findTemplate } from './find.ts'
import { insertUse } from './storeUses.ts'

export type TemplateRequest = {
  readonly userId: string
  readonly type: TemplateKind
  readonly id: string
  /** The language of the summary. */
  readonly language: string | undefined
  /** Whether the user may use a locked template. By default, whether the plan has the right to it. */
  readonly canUseLocked?: () => Promise<boolean>
}

/**
 * Returns a template for a summary. Refuses one that the user cannot see or that is gone (-12), own templates without the right
 * to them (-11), and locked and community templates without the right (-13) (B§6, B§8).
 */
export async function readTemplate(
  ctx: AppContext,
  { userId, type, id, language, canUseLocked = () => hasRight(ctx, userId, 'templates_pro') }: TemplateRequest,
): Promise<SummaryTemplate | { refused: 'missing' | 'noCustomPermission' | 'noLockedPermission' }> {
  const found = isAutomaticTemplate(id) ? undefined : await findTemplate(ctx, userId, id, language)
  if (!found || found.kind !== type) return { refused: 'missing' }
  if (found.kind === 'system') {
    const { name, preamble, sections, isLocked } = found.system
    if (isLocked && !(await canUseLocked())) return { refused: 'noLockedPermission' }
    return { id, type, name, preamble, sections }
  }
  if (found.kind === 'custom') {
    if (!(await hasRight(ctx, userId, 'custom_templates'))) return { refused: 'noCustomPermission' }
    const { name, content } = found.custom
    return parseTemplate({ id, type, name, content })
  }
  if (!(await hasRight(ctx, userId, 'template_community'))) return { refused: 'noLockedPermission' }
  const version = found.community.published ?? found.community.version
  const target = localeOf(language)
  const translation = (await listTranslations(ctx, [id])).find(
    (each) => each.state === 'ready' && each.version === version.version && each.language === target,
  )
  const { title, content } = language ? (translation ?? version) : version
  return parseTemplate({ id, type, name: title, content })
}

/** Records that a user made a summary from a template. A person counts once a day (UTC). Called in the saving transaction. */
export async function recordTemplateUse(
  tx: AppContext,
  { userId, type, id }: { userId: string; type: TemplateKind; id: string },
): Promise<void> {
  if (isAutomaticTemplate(id)) return
  const used_at = tx.clock.now()
  await insertUse(tx, { user_id: userId, kind: type, template: id, used_on: used_at.toISOString().slice(0, 10), used_at })
}
