import { z } from 'zod/mini'
import { MODEL_FAILURES } from '#features/language-models/rules.ts'

/** The kinds of recording. Responses carry the translated name as `category` and this key as `original_category`. */
export const SUMMARY_CATEGORIES = [
  'meeting',
  'standup',
  'interview',
  'sales',
  'lecture',
  'hearing',
  'research',
  'design',
  'call',
  'conversation',
  'memo',
  'other',
] as const
export const SummaryCategory = z.enum(SUMMARY_CATEGORIES)
export type SummaryCategory = z.infer<typeof SummaryCategory>

/** What a section of a summary contains. `text` is a section that a template asks for and that has no kind of its own. */
export const SECTION_KINDS = [
  'overview',
  'points',
  'decisions',
  'actions',
  'questions',
  'chapters',
  'numbers',
  'quotes',
  'text',
] as const
export const SectionKind = z.enum(SECTION_KINDS)
export type SectionKind = z.infer<typeof SectionKind>

/** What of a line can differ from what was said. A time or a sum is a number, and a date is a day. */
export const Difference = z.enum(['number', 'day', 'owner', 'negation'])
export type Difference = z.infer<typeof Difference>

/**
 * One line of a summary with its citations: the ids of the cited transcript segments, and the time in milliseconds of the words
 * it rests on. `supported` is false, and the page marks the line, when its words were not found in the cited passages.
 */
export const SummaryPoint = z.object({
  /** Unique within the summary: `p1`, `p2` and so on. */
  id: z.string(),
  text: z.string(),
  segments: z.array(z.string()),
  start_time: z.nullable(z.number()),
  speaker: z.nullable(z.string()),
  supported: z.boolean(),
  /** What differs, when that is known of a line that is not supported. */
  differs: z.optional(Difference),
  /** The owner of a task; null when no one was named, and in other lines. */
  owner: z.nullable(z.string()),
  /** When a task is due, in the words that were said. */
  due: z.nullable(z.string()),
  /** True for a task that was ticked off. */
  done: z.boolean(),
})
export type SummaryPoint = z.infer<typeof SummaryPoint>

/** The heading is written in the language of the summary. It is empty in a summary that was stored without headings. */
export const SummarySection = z.object({ kind: SectionKind, heading: z.string(), points: z.array(SummaryPoint) })
export type SummarySection = z.infer<typeof SummarySection>

/** A passage about one topic. Times are in milliseconds. Also sent as `outline_result`, where the title is `topic`. */
export const SummaryChapter = z.object({ start_time: z.number(), end_time: z.number(), title: z.string() })
export type SummaryChapter = z.infer<typeof SummaryChapter>

/** A name or a number that was said, how often, and when for the first time. */
export const SummaryMention = z.object({
  text: z.string(),
  kind: z.enum(['name', 'number']),
  count: z.number(),
  start_time: z.number(),
})
export type SummaryMention = z.infer<typeof SummaryMention>

/** How long a speaker spoke, and the share of that in all speech. */
export const TalkTime = z.object({ speaker: z.string(), ms: z.number(), share: z.number() })
export type TalkTime = z.infer<typeof TalkTime>

/** The template a summary was made with. `name` is in the language of the summary. */
export const UsedTemplate = z.object({ id: z.string(), type: z.enum(['system', 'community', 'custom']), name: z.string() })
export type UsedTemplate = z.infer<typeof UsedTemplate>

/** A language model that was asked and gave no usable answer. */
export const ModelFailureInfo = z.object({ model: z.string(), failure: z.enum(MODEL_FAILURES) })
export type ModelFailureInfo = z.infer<typeof ModelFailureInfo>

/** How much of the recording was summarised. Times are in milliseconds and `share` is between 0 and 1. */
export const SummaryCoverage = z.object({
  start_time: z.number(),
  end_time: z.number(),
  share: z.number().check(z.minimum(0), z.maximum(1)),
})
export type SummaryCoverage = z.infer<typeof SummaryCoverage>

/** The structured summary, for pages that link each line to its time. */
export const SummaryForm = z.object({
  engine: z.object({ kind: z.enum(['extractive', 'llm']), id: z.string() }),
  /** Why the language model did not write it, although there is one. Missing otherwise, and in texts from before. */
  model_failure: z.optional(ModelFailureInfo),
  /** BCP 47 tag of the language the summary is written in. */
  language: z.string(),
  coverage: SummaryCoverage,
  keyphrases: z.array(z.string()),
  /** Null for the automatic summary. */
  template: z.nullable(UsedTemplate),
  /** The kinds of sections that were asked for (B§7 `/summary/multi/config`). Missing when all were. */
  dimensions: z.optional(z.array(SectionKind)),
  sections: z.array(SummarySection),
  chapters: z.array(SummaryChapter),
  mentions: z.array(SummaryMention),
  talk_time: z.array(TalkTime),
  /** Total time without speech. */
  silence_ms: z.number(),
})
export type SummaryForm = z.infer<typeof SummaryForm>

export const SummaryHeader = z.object({
  headline: z.string(),
  category: z.string(),
  summary_id: z.string(),
  original_category: z.string(),
})
export type SummaryHeader = z.infer<typeof SummaryHeader>

/**
 * A summary in responses (B§3), sent as JSON text in `ai_content` and `data_result_summ`. The Markdown is included twice
 * because clients read it from either place. `form` is null for a summary written by another program.
 */
export const SummaryResult = z.object({
  markdown: z.string(),
  header: SummaryHeader,
  form: z.nullable(SummaryForm),
  content: z.object({ markdown: z.string() }),
})
export type SummaryResult = z.infer<typeof SummaryResult>
