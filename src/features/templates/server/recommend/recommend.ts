import { SummaryCategory } from '#features/notes/contract.ts'
import { readSummary } from '#features/notes/server.ts'
import { readFullFiles } from '#features/files/server.ts'
import { hasRight } from '#features/membership/server.ts'
import { minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { RecommendReason } from '../../contract.ts'
import { type ListedTemplate, listedPublished, listedSystem } from '../listed.ts'
import { searchPublished } from '../storeTemplates.ts'
import { type SystemTemplateTexts, listSystemTemplates } from '../system/systemTemplates.ts'
import {
  type Candidate,
  type Ranked,
  type RecordingTraits,
  foldSpeech,
  rankTemplates,
  reasonsOf,
  shareOfQuestions,
} from './rankTemplates.ts'

/** A score that says something: a category that fits, or a word of the catalogue. */
const MIN_SCORE = 3
/**
 * The automatic choice replaces what is good for any recording, so it needs words beside the number of speakers, and a template
 * that fits better than all others.
 */
const MIN_AUTOMATIC_SCORE = 8
const MIN_LEAD = 2
const RECOMMENDED = 3
/** Community templates that are compared, the most used ones. */
const MAX_COMMUNITY = 60

/** Returns what a recording is. Rejects with NotFound. */
export async function readTraits(ctx: AppContext, userId: string, fileId: string): Promise<RecordingTraits> {
  const [file] = await readFullFiles(ctx, userId, [fileId])
  if (!file) throw new NotFound()
  const segments = (file.trans_result ?? []).filter(({ not_understood }) => !not_understood)
  const contents = segments.map(({ content }) => content)
  const category = SummaryCategory.safeParse((await readSummary(ctx, userId, fileId))?.header.original_category)
  return {
    speakers: new Set(segments.map(({ original_speaker, speaker }) => original_speaker || speaker).filter(Boolean)).size,
    questionShare: shareOfQuestions(contents),
    minutes: file.duration / minutes(1),
    category: category.success ? category.data : null,
    text: foldSpeech(contents),
  }
}

type ListedCandidate = Candidate & { readonly listed: ListedTemplate }
const toCandidate = (listed: ListedTemplate, keywords: readonly string[]): ListedCandidate => ({
  id: listed.id,
  category: listed.texts.category,
  keywords,
  listed,
})

/** Returns the templates that fit a recording, the best first, with what the recording is. Rejects with NotFound. */
export async function rankForRecording(
  ctx: AppContext,
  { userId, fileId, language }: { userId: string; fileId: string; language: string | undefined },
): Promise<{ ranked: Ranked<ListedCandidate>[]; traits: RecordingTraits }> {
  const traits = await readTraits(ctx, userId, fileId)
  const community = await searchPublished(ctx, { limit: MAX_COMMUNITY })
  const candidates = [
    ...systemCandidates(listSystemTemplates(language)),
    ...community.flatMap(listedPublished).map((listed) =>
      toCandidate(
        listed,
        listed.texts.title.split(/\s+/).filter((word) => word.length > 3),
      ),
    ),
  ]
  return { ranked: rankTemplates(traits, candidates), traits }
}

/** Returns the templates to recommend for a recording and the reasons. Rejects with NotFound. */
export async function recommendForRecording(
  ctx: AppContext,
  recording: { userId: string; fileId: string; language: string | undefined },
): Promise<{ listed: ListedTemplate[]; reasons: RecommendReason[] }> {
  const { ranked, traits } = await rankForRecording(ctx, recording)
  const best = ranked.filter(({ score }) => score >= MIN_SCORE).slice(0, RECOMMENDED)
  return { listed: best.map(({ candidate }) => candidate.listed), reasons: reasonsOf(traits, best[0]) }
}

/**
 * Returns the system template that fits a recording clearly, or null for the automatic summary. A template of the community is
 * only used when a user chooses it. Rejects with NotFound.
 */
export async function recommendTemplate(
  ctx: AppContext,
  { userId, fileId, language }: { userId: string; fileId: string; language?: string | undefined },
): Promise<{ type: 'system'; id: string } | null> {
  const hasLocked = await hasRight(ctx, userId, 'templates_pro')
  const allowed = listSystemTemplates(language).filter(({ isLocked }) => hasLocked || !isLocked)
  const [best, second] = rankTemplates(await readTraits(ctx, userId, fileId), systemCandidates(allowed))
  if (!best || best.score < MIN_AUTOMATIC_SCORE || best.score - (second?.score ?? 0) < MIN_LEAD) return null
  return { type: 'system', id: best.candidate.id }
}

/** System templates with their keywords in their language and in English, which is spoken in many places. */
function systemCandidates(templates: readonly SystemTemplateTexts[]): ListedCandidate[] {
  const english = new Map(listSystemTemplates('en_US').map(({ id, keywords }) => [id, keywords]))
  return templates.map((texts) =>
    toCandidate(listedSystem(texts), [...new Set([...texts.keywords, ...(english.get(texts.id) ?? [])])]),
  )
}
