import { requireFile } from '#features/files/server.ts'
import type { SummaryForm } from '#features/notes/contract.ts'
import { readSummary } from '#features/notes/server.ts'
import { isDefaultName } from '#features/transcription/rules.ts'
import type { AppContext } from '#platform/context.ts'
import type { AskSuggestion } from '../contract.ts'
import { listTranscribed } from './sources/storeScope.ts'

/** Number of recordings whose summaries provide the suggested questions for the library. */
const LATEST = 4
const MAX_SUGGESTIONS = 6
const TOPICS = ['actions', 'decisions', 'numbers', 'questions'] as const

/**
 * Returns questions that one recording, or the latest ones, can answer, based on their summaries. Empty without a summary. Rejects
 * with NotFound.
 */
export async function suggest(ctx: AppContext, userId: string, fileId: string | null): Promise<AskSuggestion[]> {
  if (fileId !== null) await requireFile(ctx, userId, fileId)
  const ids =
    fileId === null ? await listTranscribed(ctx, userId, { file_ids: [], folder_ids: [], speakers: [] }, LATEST) : [fileId]
  const forms: SummaryForm[] = []
  for (const id of ids) {
    const summary = await readSummary(ctx, userId, id)
    if (summary?.form) forms.push(summary.form)
  }
  const suggestions = mix([subjects(forms), topics(forms), speakers(forms)])
  return suggestions.slice(0, MAX_SUGGESTIONS)
}

const topics = (forms: readonly SummaryForm[]): AskSuggestion[] =>
  TOPICS.filter((kind) =>
    forms.some(({ sections, mentions }) =>
      kind === 'numbers'
        ? mentions.some((mention) => mention.kind === 'number')
        : sections.some((section) => section.kind === kind && section.points.length > 0),
    ),
  ).map((kind) => ({ kind, value: '' }))

const speakers = (forms: readonly SummaryForm[]): AskSuggestion[] =>
  unique(forms.flatMap(({ talk_time }) => talk_time.toSorted((a, b) => b.ms - a.ms).map(({ speaker }) => speaker)))
    .filter((name) => name !== '' && !isDefaultName(name))
    .slice(0, 2)
    .map((value) => ({ kind: 'speaker', value }))

const subjects = (forms: readonly SummaryForm[]): AskSuggestion[] =>
  unique(mix(forms.map(({ keyphrases }) => keyphrases.slice(0, 2)))).map((value) => ({ kind: 'subject', value }))

const unique = (values: readonly string[]): string[] => [...new Set(values)]

/** Interleaves lists. */
const mix = <T>(lists: readonly (readonly T[])[]): T[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat()
}
