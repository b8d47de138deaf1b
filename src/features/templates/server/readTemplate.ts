import { hasRight } from '#features/membership/server.ts'
import { parseTemplate, type SummaryTemplate } from '#features/notes/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { TemplateKind } from '../contract.ts'
import { isAutomaticTemplate, localeOf } from '../rules.ts'
import { findTemplate, readUsedTexts, rightTo } from './listed.ts'
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
  const right = rightTo(found)
  if (right && !(await (right === 'templates_pro' ? canUseLocked() : hasRight(ctx, userId, right))))
    return { refused: type === 'custom' ? 'noCustomPermission' : 'noLockedPermission' }
  const { title: name, content } = await readUsedTexts(ctx, found, language && localeOf(language))
  if (found.kind !== 'system') return parseTemplate({ id, type, name, content })
  const { preamble, sections } = found.texts
  return { id, type, name, preamble, sections }
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
