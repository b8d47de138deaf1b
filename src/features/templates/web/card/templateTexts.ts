import type { TemplateItem } from '../../contract.ts'

/** The texts of a template as they are shown: translated when a translation was requested and is there. */
export type ShownTexts = {
  readonly name: string
  readonly description: string
  readonly tabName: string
  readonly isTranslated: boolean
}

export function shownTexts(template: TemplateItem): ShownTexts {
  const translated = template.translated_version
  const { name, description, note_tab_name: tabName } = translated ?? template
  return { name, description, tabName, isTranslated: translated !== null }
}

/** A template as a recording or a note refers to it. */
export type ChosenTemplate = { readonly id: string; readonly type: 'system' | 'community' | 'custom'; readonly name: string }

export const toChosenTemplate = (template: TemplateItem): ChosenTemplate => ({
  id: template.id,
  type: template.custom_type,
  name: shownTexts(template).name,
})
