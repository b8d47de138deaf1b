import { hasRight } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { TemplateKind } from '../contract.ts'
import { isAutomaticTemplate, localeOf, parseSections } from '../rules.ts'
import { listTranslations } from './community/storeTranslations.ts'
import { findTemplate } from './find.ts'
import { insertUse } from './storeUses.ts'
import type { SystemTemplateTexts } from './system/systemTemplates.ts'

type SectionKind = SystemTemplateTexts['sections'][number]['kind']

/** A template as the engines of summaries follow it. */
export type SummaryTemplate = {
  readonly id: string
  readonly type: TemplateKind
  /** In the language of the summary, as far as there is a translation. */
  readonly name: string
  readonly preamble: string
  readonly sections: readonly { readonly kind: SectionKind; readonly heading: string; readonly instruction: string }[]
}

export type TemplateRequest = {
  readonly userId: string
  readonly type: TemplateKind
  readonly id: string
  /** The language of the summary. */
  readonly language: string | undefined
}

/**
 * Returns a template for a summary. Refuses one that the user cannot see or that is gone (-12), own templates without the right
 * to them (-11), and locked and community templates without the right (-13) (B§6, B§8).
 */
export async function readTemplate(
  ctx: AppContext,
  { userId, type, id, language }: TemplateRequest,
): Promise<SummaryTemplate | { refused: 'missing' | 'noCustomPermission' | 'noLockedPermission' }> {
  const found = isAutomaticTemplate(id) ? undefined : await findTemplate(ctx, userId, id, language)
  if (!found || found.kind !== type) return { refused: 'missing' }
  if (found.kind === 'system') {
    const { name, preamble, sections, isLocked } = found.system
    if (isLocked && !(await hasRight(ctx, userId, 'templates_pro'))) return { refused: 'noLockedPermission' }
    return { id, type, name, preamble, sections }
  }
  if (found.kind === 'custom') {
    if (!(await hasRight(ctx, userId, 'custom_templates'))) return { refused: 'noCustomPermission' }
    return toSummaryTemplate(id, type, found.custom.name, found.custom.content)
  }
  if (!(await hasRight(ctx, userId, 'template_community'))) return { refused: 'noLockedPermission' }
  const version = found.community.published ?? found.community.version
  const target = localeOf(language)
  const translation = (await listTranslations(ctx, [id])).find(
    (each) => each.state === 'ready' && each.version === version.version && each.language === target,
  )
  const { title, content } = language ? (translation ?? version) : version
  return toSummaryTemplate(id, type, title, content)
}

function toSummaryTemplate(id: string, type: TemplateKind, name: string, content: string): SummaryTemplate {
  const { preamble, sections } = parseSections(content)
  if (sections.length === 0)
    return { id, type, name, preamble: '', sections: [{ kind: 'text', heading: name, instruction: content }] }
  return { id, type, name, preamble, sections: sections.map((section) => ({ kind: 'text', ...section })) }
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
