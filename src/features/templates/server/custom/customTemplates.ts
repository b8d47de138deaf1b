import { newId } from '#shared/newId.ts'
import { cleanName } from '#shared/normalizeText.ts'
import { lockAccountForShare } from '#features/account/server.ts'
import { hasRight, readTier } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { cleanContent, isAutomaticTemplate, localeOf, maxTemplates } from '../../rules.ts'
import { listTranslations } from '../community/storeTranslations.ts'
import { findTemplate } from '../find.ts'
import type { Languages } from '../items.ts'
import { deleteUses } from '../storeUses.ts'
import {
  type CustomChange,
  type CustomRecord,
  countCustom,
  deleteCustom,
  insertCustom,
  lockCustom,
  lockSaves,
  readCustom,
  updateCustom,
} from './storeCustom.ts'
import { type CustomVersionRecord, insertCustomVersion } from './storeCustomVersions.ts'

export type SaveRefusal = { refused: 'noPermission' } | { refused: 'tooMany'; max: number }

type CustomDraft = {
  name: string
  content: string
  category?: string | undefined
  icon?: string | undefined
  icon_color?: string | undefined
  note_tab_name?: string | undefined
}
type Origin = Pick<CustomRecord, 'origin_kind' | 'origin' | 'origin_version'>

const NO_ORIGIN: Origin = { origin_kind: null, origin: null, origin_version: null }

/** Saves an own template (B§6). Refuses without the right, and above the limit of the plan. */
export async function createCustom(
  ctx: AppContext,
  userId: string,
  draft: CustomDraft,
  { language, origin = NO_ORIGIN }: { language?: string | undefined; origin?: Origin } = {},
): Promise<CustomRecord | SaveRefusal> {
  if (!(await hasRight(ctx, userId, 'custom_templates'))) return { refused: 'noPermission' }
  const { custom: max } = maxTemplates(await readTier(ctx, userId))
  const now = ctx.clock.now()
  const row: CustomRecord = {
    user_id: userId,
    template_id: newId(now),
    name: draft.name,
    content: cleanContent(draft.content),
    category: draft.category ?? '',
    icon: draft.icon ?? 'file-text',
    icon_color: draft.icon_color ?? 'green',
    note_tab_name: cleanName(draft.note_tab_name ?? ''),
    language: localeOf(language),
    ...origin,
    created_at: now,
    edited_at: now,
    version: 1,
  }
  return await ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    await lockSaves(tx, userId)
    if ((await countCustom(tx, userId)) >= max) return { refused: 'tooMany', max }
    await insertCustom(tx, row)
    await tx.live.publish({ userId, topic: 'templates', id: row.template_id })
    return row
  })
}

/** Changes an own template and keeps the text before. Refuses without the right. Rejects with NotFound. */
export async function changeCustom(
  ctx: AppContext,
  userId: string,
  id: string,
  { name, content, category, icon, icon_color, note_tab_name }: Partial<CustomDraft>,
): Promise<CustomRecord | { refused: 'noPermission' }> {
  if (!(await readCustom(ctx, userId, id))) throw new NotFound()
  if (!(await hasRight(ctx, userId, 'custom_templates'))) return { refused: 'noPermission' }
  const change: CustomChange = {
    ...(name !== undefined && { name }),
    ...(content !== undefined && { content: cleanContent(content) }),
    ...(category !== undefined && { category }),
    ...(icon !== undefined && { icon }),
    ...(icon_color !== undefined && { icon_color }),
    ...(note_tab_name !== undefined && { note_tab_name: cleanName(note_tab_name) }),
    edited_at: ctx.clock.now(),
  }
  return await ctx.transaction(async (tx) => {
    const before = await lockCustom(tx, userId, id)
    if (!before) throw new NotFound()
    const isChanged = hasOtherTexts(before, change)
    if (isChanged) await insertCustomVersion(tx, toCustomVersion(before))
    const row = await updateCustom(tx, userId, id, { ...change, version: before.version + (isChanged ? 1 : 0) })
    if (!row) throw new NotFound()
    await tx.live.publish({ userId, topic: 'templates', id })
    return row
  })
}

const TEXTS = ['name', 'content', 'category', 'icon', 'icon_color', 'note_tab_name'] as const

const hasOtherTexts = (row: CustomRecord, change: CustomChange): boolean =>
  TEXTS.some((column) => change[column] !== undefined && change[column] !== row[column])

const toCustomVersion = (row: CustomRecord): CustomVersionRecord => {
  const { user_id, template_id, version, name, content, category, icon, icon_color, note_tab_name, edited_at } = row
  return { user_id, template_id, version, name, content, category, icon, icon_color, note_tab_name, saved_at: edited_at }
}

/** Deletes an own template with its uses. Rejects with NotFound. */
export async function removeCustom(ctx: AppContext, userId: string, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await deleteCustom(tx, userId, id))) throw new NotFound()
    await deleteUses(tx, 'custom', id)
    await tx.live.publish({ userId, topic: 'templates', id })
  })
}

/**
 * Copies a system or community template to the own ones, in the language that the user reads it in. The copy stays at this
 * version. Refuses without the right to the original or to own templates. Rejects with NotFound.
 */
export async function copyTemplate(
  ctx: AppContext,
  userId: string,
  id: string,
  languages: Languages,
): Promise<CustomRecord | SaveRefusal | { refused: 'locked' }> {
  const found = isAutomaticTemplate(id) ? undefined : await findTemplate(ctx, userId, id, languages.language_os)
  if (!found) throw new NotFound()
  if (found.kind === 'custom') {
    const { name, content, category, icon, icon_color, note_tab_name, language } = found.custom
    return await createCustom(ctx, userId, { name, content, category, icon, icon_color, note_tab_name }, { language })
  }
  if (found.kind === 'system') {
    const { name, content, category, icon, color: icon_color, tab: note_tab_name, isLocked } = found.system
    if (isLocked && !(await hasRight(ctx, userId, 'templates_pro'))) return { refused: 'locked' }
    const origin: Origin = { origin_kind: 'system', origin: id, origin_version: 1 }
    const draft = { name, content, category, icon, icon_color, note_tab_name }
    return await createCustom(ctx, userId, draft, { language: found.system.locale, origin })
  }
  if (!(await hasRight(ctx, userId, 'template_community'))) return { refused: 'locked' }
  const { version: latest, published } = found.community
  const version = published ?? latest
  const target = languages.language_trans ? localeOf(languages.language_trans) : version.language
  const translation = (await listTranslations(ctx, [id])).find(
    (each) => each.state === 'ready' && each.version === version.version && each.language === target,
  )
  const { title: name, content, note_tab_name } = translation ?? version
  const { category, icon, icon_color } = version
  const origin: Origin = { origin_kind: 'community', origin: id, origin_version: version.version }
  const language = translation ? target : version.language
  return await createCustom(ctx, userId, { name, content, category, icon, icon_color, note_tab_name }, { language, origin })
}
