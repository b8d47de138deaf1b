import type { AppContext } from '#platform/context.ts'
import { type OwnKind, isVisible, kindOf } from '../rules/status.ts'
import { type TemplateRecord, type UserTemplate, type VersionRecord, readUserTemplate } from './storeTemplates.ts'
import { type SystemTemplateTexts, findSystemTemplate } from './system/systemTemplates.ts'
import { type TranslationRecord, listTranslations } from './translation/storeTranslations.ts'

/** A template of any kind as the lists hold it. `texts` is what its reader sees. */
export type ListedTemplate =
  | { readonly kind: 'system'; readonly id: string; readonly texts: SystemTemplateTexts }
  | ListedUserTemplate
type ListedUserTemplate = {
  readonly kind: OwnKind
  readonly id: string
  /** The latest version for the author and reviewers, else the published one. */
  readonly texts: VersionRecord
  readonly row: TemplateRecord
  readonly published: VersionRecord | null
}

export const listedSystem = (texts: SystemTemplateTexts): ListedTemplate => ({ kind: 'system', id: texts.id, texts })

/** A template of a user as its author and reviewers see it. */
export const listedOwn = ({ row, latest, published }: UserTemplate): ListedUserTemplate => ({
  kind: kindOf(row.status),
  id: row.template_id,
  texts: latest,
  row,
  published: isVisible(row.status) ? published : null,
})

/** A template of a user as others see it; none when they do not. */
export function listedPublished(template: UserTemplate): ListedTemplate[] {
  const own = listedOwn(template)
  return own.published ? [{ ...own, texts: own.published }] : []
}

/** The rights to use own templates, and those of the community (B§6). */
export const RIGHTS = { custom: 'custom_templates', community: 'template_community' } as const

/** Returns the right that a plan must include to use a template; undefined when every plan does. */
export function rightTo(listed: ListedTemplate) {
  if (listed.kind === 'system') return listed.texts.isLocked ? ('templates_pro' as const) : undefined
  return RIGHTS[listed.kind]
}

/** Returns a template that the user may see: a system one, an own one, or a published one. Undefined otherwise. */
export async function findTemplate(
  ctx: AppContext,
  userId: string,
  id: string,
  language: string | undefined,
): Promise<ListedTemplate | undefined> {
  const system = findSystemTemplate(id, language)
  if (system) return listedSystem(system)
  const template = await readUserTemplate(ctx, id)
  if (!template) return undefined
  return template.row.user_id === userId ? listedOwn(template) : listedPublished(template)[0]
}

type UsedTexts = Pick<VersionRecord, 'title' | 'content' | 'note_tab_name' | 'language' | 'category' | 'icon' | 'icon_color'>

/**
 * Returns the texts that a template is used with: for a community template the published version, translated when there is a
 * translation into `language`.
 */
export async function readUsedTexts(ctx: AppContext, listed: ListedTemplate, language: string | undefined): Promise<UsedTexts> {
  if (listed.kind === 'system') return listed.texts
  const version = listed.published ?? listed.texts
  if (!listed.published || !language || language === version.language) return version
  const isWanted = (each: TranslationRecord) =>
    each.state === 'ready' && each.version === version.version && each.language === language
  const translation = (await listTranslations(ctx, [listed.id])).find(isWanted)
  if (!translation) return version
  const { title, content, note_tab_name } = translation
  return { ...version, title, content, note_tab_name, language }
}
