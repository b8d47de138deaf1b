import { currentAccountId } from '#browser/session/token.ts'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'
import { type ExportFormat, type ExportOptions, DEFAULT_OPTIONS, LINE_LENGTH, READING_SPEED, isExportFormat } from '../rules.ts'

const STORAGE_KEY = 'export_choices'

/** What is chosen in the dialog. The language of headings is that of the page. */
export type ExportChoices = { readonly formats: readonly ExportFormat[]; readonly options: Omit<ExportOptions, 'locale'> }

const withoutLocale = ({ locale: _locale, ...options }: ExportOptions): ExportChoices['options'] => options

export const INITIAL_CHOICES: ExportChoices = {
  formats: ['docx'],
  options: withoutLocale(DEFAULT_OPTIONS),
}

/** Returns what the account chose last in this browser. */
export function readExportChoices(): ExportChoices {
  const owner = currentAccountId()
  return owner === undefined ? INITIAL_CHOICES : parseChoices(getItem(STORAGE_KEY, { owner }))
}

/** Keeps the choices for the next time. */
export function keepExportChoices(choices: ExportChoices): void {
  const owner = currentAccountId()
  if (owner !== undefined) setItem(STORAGE_KEY, choices, { owner, lifetime: NO_EXPIRATION })
}

/** An earlier version may have stored other formats or options. */
export function parseChoices(stored: unknown): ExportChoices {
  const { formats, options } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const known = Array.isArray(formats) ? formats.filter(isExportFormat) : []
  const values = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>
  const initial = INITIAL_CHOICES.options
  const oneOf = <T extends string>(value: unknown, list: readonly T[], otherwise: T): T =>
    list.find((entry) => entry === value) ?? otherwise
  const within = (value: unknown, { min, max, initial: otherwise }: { min: number; max: number; initial: number }) =>
    typeof value === 'number' && value >= min && value <= max ? value : otherwise
  return {
    formats: known.length > 0 ? known : INITIAL_CHOICES.formats,
    options: {
      speakers: oneOf(values['speakers'], SPEAKERS, initial.speakers),
      times: oneOf(values['times'], TIMES, initial.times),
      notes: typeof values['notes'] === 'boolean' ? values['notes'] : initial.notes,
      highlights: typeof values['highlights'] === 'boolean' ? values['highlights'] : initial.highlights,
      line_length: within(values['line_length'], LINE_LENGTH),
      reading_speed: within(values['reading_speed'], READING_SPEED),
    },
  }
}

export const SPEAKERS = ['names', 'numbers', 'none'] as const
export const TIMES = ['paragraphs', 'sentences', 'none'] as const
