import { SECTION_KINDS, type SectionKind } from '#features/notes/contract.ts'
import { isAutomaticTemplate } from '#features/templates/rules.ts'
import { engineLanguage } from '#shared/languageOptions.ts'
import { parseJsonText } from '#shared/parseJsonText.ts'
import { MAX_EXPECTED_SPEAKERS } from '../contract.ts'
import type { ChosenTemplate } from './store.ts'

/** Detects the language, whatever the settings say. */
export const AUTO_DETECT = 'auto'

/** What a client says in `info`, a JSON string or an object (B§7). A field is undefined when the client does not say it or it cannot be used. */
export type TaskInfo = {
  /** The engine's code of the language (`en-3` gives `en`, `zh-hk-0` gives `yue`), or AUTO_DETECT. */
  readonly language: string | undefined
  /** `diarization`: whether to tell speakers apart. */
  readonly separateSpeakers: boolean | undefined
  /** `speakers`: the most to expect. Not in the specification. */
  readonly maxSpeakers: number | undefined
  /** `translate`: the transcript in English. Not in the specification. */
  readonly translate: boolean | undefined
  /** `llm`: the name of a model; null for `auto`. */
  readonly model: string | null | undefined
  /** `summary_language`: a BCP 47 tag; null for `auto`. Not in the specification. */
  readonly summaryLanguage: string | null | undefined
  /** `dimensions`: the parts of an automatic summary (`/summary/multi/config`). Not in the specification. */
  readonly dimensions: SectionKind[] | undefined
}

type Info = string | Readonly<Record<string, unknown>> | null | undefined

/** Parses `info`. Text that is no JSON object says nothing. */
export function parseTaskInfo(info: Info): TaskInfo {
  const { language, diarization, speakers, translate, llm, summary_language, dimensions } = parseObject(info)
  const count = Number(speakers)
  return {
    language: parseLanguage(language),
    separateSpeakers: parseFlag(diarization),
    maxSpeakers: Number.isInteger(count) && count >= 1 && count <= MAX_EXPECTED_SPEAKERS ? count : undefined,
    translate: parseFlag(translate),
    model: parseName(llm, 200),
    summaryLanguage: parseName(summary_language, 35),
    dimensions: parseDimensions(dimensions),
  }
}

function parseDimensions(dimensions: unknown): SectionKind[] | undefined {
  if (!Array.isArray(dimensions)) return undefined
  const kinds = SECTION_KINDS.filter((kind) => dimensions.includes(kind))
  return kinds.length > 0 ? kinds : undefined
}

function parseObject(info: Info): Readonly<Record<string, unknown>> {
  if (typeof info === 'object' && info !== null) return info
  const parsed = parseJsonText(info || '{}')
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
}

function parseLanguage(language: unknown): string | undefined {
  if (typeof language !== 'string' || !/^[a-z]{2}/i.test(language)) return undefined
  return /^aut/i.test(language) ? AUTO_DETECT : engineLanguage(language)
}

const parseFlag = (flag: unknown): boolean | undefined =>
  typeof flag === 'boolean' || typeof flag === 'number' ? Boolean(flag) : undefined

function parseName(name: unknown, maxLength: number): string | null | undefined {
  if (typeof name !== 'string' || name.length > maxLength) return undefined
  return name === '' || name === 'auto' ? null : name
}

/** Returns the template of a request: null for the automatic one, undefined when the request names none. */
export function parseChosenTemplate(
  id: string | null | undefined,
  type: string | null | undefined,
): ChosenTemplate | null | undefined {
  if (id === null || id === undefined) return undefined
  if (id === '' || isAutomaticTemplate(id)) return null
  return { id, type: type === 'custom' || type === 'community' ? type : 'system' }
}

/** Returns the id a client gave to a request, or null. */
export const parsePostId = (postId: string | number | null | undefined): string | null =>
  postId === null || postId === undefined || postId === '' ? null : String(postId)
