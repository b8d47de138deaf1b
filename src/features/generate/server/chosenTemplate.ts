import { admitFeatureUse, returnTry } from '#features/membership/server.ts'
import type { UsedTemplate } from '#features/notes/contract.ts'
import type { SummaryTemplate } from '#features/notes/server.ts'
import { readTemplate } from '#features/templates/server.ts'
import type { AppContext } from '#platform/context.ts'
import { TASK_CODES } from '../contract.ts'
import type { ChosenTemplate, TaskRecord } from './store.ts'

/** Why a user may not use a template (B§8: -11, -12, -13). */
export type TemplateRefusal = 'noCustomTemplates' | 'templateMissing' | 'noProfessionalTemplates'

const REFUSALS = {
  missing: 'templateMissing',
  noCustomPermission: 'noCustomTemplates',
  noLockedPermission: 'noProfessionalTemplates',
} as const

/** Returns the code of B§8 for a refusal. */
export const codeOf = (refusal: TemplateRefusal): number => TASK_CODES[refusal]

type Request = {
  readonly userId: string
  readonly template: ChosenTemplate
  readonly language: string | null
  readonly canUseLocked: () => Promise<boolean>
}

/** Returns a template to write with, or why the user may not use it. */
export async function openTemplate(
  ctx: AppContext,
  { userId, template: { type, id }, language, canUseLocked }: Request,
): Promise<SummaryTemplate | { refused: TemplateRefusal }> {
  const template = await readTemplate(ctx, { userId, type, id, language: language ?? undefined, canUseLocked })
  return 'refused' in template ? { refused: REFUSALS[template.refused] } : template
}

/** A template that exists, and the check that a task may use it. */
export type OfferedTemplate = {
  /** The template with its name in the language of the summary. */
  readonly used: UsedTemplate
  /** Counts a try of a professional template for a task (B§7). Refuses when there is none left. */
  readonly admit: (task: TryingTask) => Promise<{ refused: 'noProfessionalTemplates' } | undefined>
}

/** Opens the template of a request. A professional one is admitted with its task, which has to exist first. */
export async function offerTemplate(
  tx: AppContext,
  userId: string,
  template: ChosenTemplate,
  language: string | null,
): Promise<OfferedTemplate | { refused: TemplateRefusal }> {
  let isLocked = false
  const canUseLocked = async () => (isLocked = true)
  const opened = await openTemplate(tx, { userId, template, language, canUseLocked })
  if ('refused' in opened) return opened
  const admit = async (task: TryingTask) => {
    const isAllowed = !isLocked || (await admitFeatureUse(tx, userId, 'templates_pro', tryOf(task)))
    return isAllowed ? undefined : ({ refused: 'noProfessionalTemplates' } as const)
  }
  return { used: { id: opened.id, type: opened.type, name: opened.name }, admit }
}

/** Checks that a task may use its template, and counts a try of a professional one (B§7). */
export async function admitTemplate(tx: AppContext, task: TaskRecord): Promise<{ refused: TemplateRefusal } | undefined> {
  const { user_id: userId, template, summary_language: language } = task
  if (!template) return undefined
  const offered = await offerTemplate(tx, userId, template, language)
  return 'refused' in offered ? offered : offered.admit(task)
}

/** Returns the template of a task that was admitted, null for the automatic summary, or why it cannot be used any more. */
export async function templateOfTask(
  ctx: AppContext,
  { user_id: userId, template }: TaskRecord,
  language: string | null,
): Promise<SummaryTemplate | null | { refused: TemplateRefusal }> {
  return template && openTemplate(ctx, { userId, template, language, canUseLocked: isAdmitted })
}

/** Gives the try of a professional template back, because the task has failed or was stopped. */
export const returnTryOf = (tx: AppContext, task: TryingTask): Promise<void> =>
  returnTry(tx, task.user_id, 'templates_pro', tryOf(task))

export type TryingTask = Pick<TaskRecord, 'user_id' | 'file_id' | 'note_id' | 'template'>

/** Names what a try is used for, so that a retry of the same text counts once. */
const tryOf = ({ file_id, note_id, template }: TryingTask): string =>
  [file_id, note_id ?? 'summary', template?.id ?? ''].join(':')

const isAdmitted = async (): Promise<boolean> => true
