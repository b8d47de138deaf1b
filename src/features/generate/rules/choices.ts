import { isAutomaticTemplate } from '#features/templates/rules.ts'

/** The template of a summary or a note. */
export type TemplateChoice = { readonly id: string; readonly type: 'system' | 'community' | 'custom'; readonly name: string }

/** What was chosen last, which is kept for each account (B§4). Undefined and null follow the settings of the account. */
export type GenerateChoices = {
  readonly method: 'auto' | 'custom'
  /** The spoken language: the id of a language option (B§3), `auto` to detect it. */
  readonly language?: string | undefined
  /** ISO 639 code; empty for the spoken language. */
  readonly summaryLanguage?: string | undefined
  /** `auto` for the default of the server. */
  readonly model: string
  readonly separatesSpeakers?: boolean | undefined
  readonly template: TemplateChoice | null
  /** The parts of the summary (B§7 `/summary/multi/config`), in place of a template. */
  readonly dimensions?: readonly string[] | undefined
  /** The template of the last note, which is never the automatic one (B§5). */
  readonly noteTemplate: TemplateChoice | null
}

export const NO_CHOICES: GenerateChoices = { method: 'auto', model: 'auto', template: null, noteTemplate: null }

/** Returns the stored choices. What cannot be read is left out. */
export function parseChoices(stored: unknown): GenerateChoices {
  const fields = asRecord(stored)
  const { method, language, summaryLanguage, model, separatesSpeakers, dimensions } = fields
  const noteTemplate = parseTemplate(fields['noteTemplate'])
  return {
    method: method === 'custom' ? 'custom' : 'auto',
    ...(typeof language === 'string' && { language }),
    ...(typeof summaryLanguage === 'string' && { summaryLanguage }),
    model: typeof model === 'string' && model !== '' ? model : 'auto',
    ...(typeof separatesSpeakers === 'boolean' && { separatesSpeakers }),
    template: parseTemplate(fields['template']),
    ...(isListOfTexts(dimensions) && { dimensions }),
    noteTemplate: noteTemplate && isAutomaticTemplate(noteTemplate.id) ? null : noteTemplate,
  }
}

/** The part of a request that says what to generate with (B§7). `info` is JSON in a string. */
export type RequestedChoices = { readonly templateId: string; readonly templateType: string; readonly info: string }

/** Sent when the server chooses the template. */
const AUTO_TEMPLATE = { templateId: 'AUTO-SELECT', templateType: 'system' } as const

/**
 * Returns what a request carries. With `auto` the server chooses the template, and the settings of the account decide the rest.
 * `speakers` is the most to expect, null for any number; it belongs to one recording.
 */
export function toRequest(choices: GenerateChoices, { speakers = null }: { speakers?: number | null } = {}): RequestedChoices {
  if (choices.method === 'auto') return { ...AUTO_TEMPLATE, info: JSON.stringify({ llm: 'auto', support_mul_summ: true }) }
  const { language, separatesSpeakers, model, summaryLanguage, dimensions } = choices
  const template = dimensions ? null : choices.template
  const info = {
    ...(language !== undefined && { language }),
    ...(separatesSpeakers !== undefined && { diarization: Number(separatesSpeakers) }),
    ...(separatesSpeakers && speakers !== null && { speakers }),
    llm: model,
    support_mul_summ: true,
    ...(summaryLanguage !== undefined && { summary_language: summaryLanguage }),
    ...(dimensions && { dimensions }),
  }
  const chosen = template ? { templateId: template.id, templateType: template.type } : AUTO_TEMPLATE
  return { ...chosen, info: JSON.stringify(info) }
}

/** Returns the same without telling speakers apart, for a recording that is too long for it (B§5). */
export function withoutSpeakers(choices: RequestedChoices): RequestedChoices {
  const { speakers: _, ...info } = asRecord(JSON.parse(choices.info))
  return { ...choices, info: JSON.stringify({ ...info, diarization: 0 }) }
}

function parseTemplate(stored: unknown): TemplateChoice | null {
  const { id, type, name } = asRecord(stored)
  if (typeof id !== 'string' || typeof name !== 'string') return null
  return type === 'system' || type === 'community' || type === 'custom' ? { id, type, name } : null
}

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
