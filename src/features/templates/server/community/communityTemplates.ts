import { newId } from '#shared/newId.ts'
import { cleanName, foldText } from '#shared/normalizeText.ts'
import { lockAccountForShare, readAccountProfile } from '#features/account/server.ts'
import { hasRight, readTier } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import {
  INITIAL_STATUS,
  type SubmissionProblem,
  checkSubmission,
  cleanContent,
  localeOf,
  maxTemplates,
  nextStatus,
} from '../../rules.ts'
import { lockSaves } from '../custom/storeCustom.ts'
import {
  type CommunityRecord,
  type VersionRecord,
  deleteCommunity,
  insertCommunity,
  insertVersion,
  listOwnCommunity,
  lockCommunity,
  readCommunity,
  updateCommunity,
} from './storeCommunity.ts'

export type Submission = {
  title: string
  description: string
  content: string
  category: string
  author_email: string
  author_name?: string | undefined
  icon: string
  icon_color: string
  note_tab_name?: string | undefined
  language_os?: string | undefined
}
type SubmissionRefusal = { refused: 'noPermission' } | { refused: SubmissionProblem }

/** Submits a template to the community. Refuses without the right, above the limit of the plan, and texts that are not safe. */
export async function submitTemplate(
  ctx: AppContext,
  userId: string,
  submission: Submission,
): Promise<CommunityRecord | SubmissionRefusal | { refused: 'tooMany'; max: number }> {
  const refusal = await findRefusal(ctx, userId, submission)
  if (refusal) return refusal
  const { community: max } = maxTemplates(await readTier(ctx, userId))
  const now = ctx.clock.now()
  const row: CommunityRecord = {
    user_id: userId,
    template_id: newId(now),
    status: INITIAL_STATUS,
    ...(await authorOf(ctx, userId, submission)),
    comment: '',
    latest_version: 1,
    published_version: null,
    created_at: now,
    submitted_at: now,
    reviewed_at: null,
  }
  return await ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    await lockSaves(tx, userId)
    if ((await listOwnCommunity(tx, userId)).length >= max) return { refused: 'tooMany', max }
    await insertCommunity(tx, row)
    await insertVersion(tx, toVersionRecord(row, submission, now), null)
    await tx.live.publish({ userId, topic: 'templates', id: row.template_id })
    return row
  })
}

/**
 * Submits a new version of an own template. A published version stays visible until the new one is reviewed; one that was taken
 * down does not come back. Refuses without the right, and texts that are not safe. Rejects with NotFound.
 */
export async function editSubmission(
  ctx: AppContext,
  userId: string,
  id: string,
  submission: Submission,
): Promise<CommunityRecord | SubmissionRefusal> {
  if ((await readCommunity(ctx, id))?.user_id !== userId) throw new NotFound()
  const refusal = await findRefusal(ctx, userId, submission)
  if (refusal) return refusal
  const author = await authorOf(ctx, userId, submission)
  return await ctx.transaction(async (tx) => {
    const row = await lockCommunity(tx, id)
    const status = row && nextStatus(row.status, 'edit')
    if (!row || row.user_id !== userId || !status) throw new NotFound()
    const now = tx.clock.now()
    const published_version = status === 'new_in_review' ? row.published_version : null
    const change = { ...author, status, latest_version: row.latest_version + 1, published_version, submitted_at: now }
    const edited = { ...row, ...change }
    await insertVersion(tx, toVersionRecord(edited, submission, now), published_version)
    await updateCommunity(tx, id, change)
    await tx.live.publish({ userId, topic: 'templates', id })
    return edited
  })
}

/** Deletes an own community template. Copies that other users saved stay. Rejects with NotFound. */
export async function removeSubmission(ctx: AppContext, userId: string, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await deleteCommunity(tx, userId, id))) throw new NotFound()
    await tx.live.publish({ userId, topic: 'templates', id })
  })
}

async function findRefusal(ctx: AppContext, userId: string, submission: Submission): Promise<SubmissionRefusal | undefined> {
  if (!(await hasRight(ctx, userId, 'template_community'))) return { refused: 'noPermission' }
  const { title, description, author_name = '', note_tab_name = '', content } = submission
  const problem = checkSubmission({ content, others: [title, description, author_name, note_tab_name] })
  return problem && { refused: problem }
}

async function authorOf(ctx: AppContext, userId: string, submission: Submission) {
  const { nickname } = await readAccountProfile(ctx, userId)
  return {
    author_email: submission.author_email,
    author_name: cleanName(submission.author_name ?? '') || nickname,
  }
}

function toVersionRecord(row: CommunityRecord, submission: Submission, created_at: Date): VersionRecord {
  const { title, category, icon, icon_color, language_os } = submission
  const description = cleanName(submission.description)
  return {
    template_id: row.template_id,
    version: row.latest_version,
    ...{ title, description, category, icon, icon_color },
    content: cleanContent(submission.content),
    note_tab_name: cleanName(submission.note_tab_name ?? ''),
    language: localeOf(language_os),
    search_text: foldText(`${title}\n${description}\n${row.author_name}`),
    created_at,
    decision: null,
    comment: '',
  }
}
