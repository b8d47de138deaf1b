import type { UsedTemplate } from '#features/notes/contract.ts'
import type { AppContext } from '#platform/context.ts'
import type { ChosenTemplate, TaskRecord } from './store.ts'

/** Why a user may not use a template (B§8: -11, -12, -13). */
export type TemplateRefusal = 'noCustomTemplates' | 'templateMissing' | 'noProfessionalTemplates'

/** Returns a template with its name in a language, or why the user may not use it. */
export async function describeTemplate(
  _ctx: AppContext,
  _userId: string,
  template: ChosenTemplate,
  _language: string | null,
): Promise<UsedTemplate | { refused: TemplateRefusal }> {
  return { ...template, name: template.id }
}

/** Returns why a task may not use its template, or undefined. Counts a try of a professional template. */
export async function admitTemplate(_tx: AppContext, _task: TaskRecord): Promise<TemplateRefusal | undefined> {
  return undefined
}
