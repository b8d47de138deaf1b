import { findAccount, isOperator, readAccountProfile } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { type TemplateReviewer, type TemplateStatus, templatesTopic } from '../../contract.ts'
import { WAITING_STATUSES, type StatusAction, decisionOf, isWaiting, nextStatus } from '../../rules/status.ts'
import { deleteReviewer, insertReviewer, isNamedReviewer, listReviewerIds } from './storeReviewers.ts'
import {
  type UserTemplate,
  type VersionRecord,
  countByStatus,
  listByStatus,
  lockUserTemplate,
  readUserTemplate,
  updateDecision,
  updateTemplate,
} from '../storeTemplates.ts'

/** The most that one call lists. */
const MAX_LISTED = 200

/** Returns whether the user may review: the operator, and accounts the operator names. */
export const isReviewer = async (ctx: AppContext, userId: string): Promise<boolean> =>
  (await isOperator(ctx, userId)) || (await isNamedReviewer(ctx, userId))

/** A template with the version that a review is about: the one that waits, else the published one. */
export type ReviewedTemplate = UserTemplate & { readonly version: VersionRecord }

const toReviewed = (template: UserTemplate): ReviewedTemplate => {
  const { row, latest, published } = template
  return { ...template, version: isWaiting(row.status) ? latest : (published ?? latest) }
}

/** Returns the templates of a status, or those that wait for review, oldest first. */
export const listForReview = async (ctx: AppContext, status?: TemplateStatus): Promise<ReviewedTemplate[]> =>
  (await listByStatus(ctx, status ? [status] : WAITING_STATUSES, MAX_LISTED)).map(toReviewed)

/** Returns a submitted template. Rejects with NotFound. */
export async function readForReview(ctx: AppContext, id: string): Promise<ReviewedTemplate> {
  const template = await readUserTemplate(ctx, id)
  if (!template || template.row.status === 'private') throw new NotFound()
  return toReviewed(template)
}

export const countForReview = async (ctx: AppContext): Promise<number> => countByStatus(ctx, WAITING_STATUSES)

/** A decision about one version. Without `version` it is about the one that is there now. */
export type Decision = { readonly id: string; readonly version?: number | undefined; readonly comment?: string }

/**
 * Publishes the version that waits, or a template that was taken down. Refuses when the template is in another state or has
 * another version than the reviewer read. Rejects with NotFound.
 */
export const publishTemplate = (ctx: AppContext, decision: Decision) => decide(ctx, 'publish', decision)

/** Rejects the version that waits, or takes a published template down, with a comment. Refuses like `publishTemplate`. */
export const rejectTemplate = (ctx: AppContext, decision: Decision) => decide(ctx, 'reject', decision)

async function decide(
  ctx: AppContext,
  action: Exclude<StatusAction, 'edit'>,
  { id, version, comment = '' }: Decision,
): Promise<{ status: TemplateStatus } | { refused: 'cannotReview' }> {
  return await ctx.transaction(async (tx) => {
    const template = await lockUserTemplate(tx, id)
    if (!template || template.row.status === 'private') throw new NotFound()
    const { row } = template
    const status = nextStatus(template.row.status, action)
    const { version: reviewed } = toReviewed(template).version
    if (!status || (version !== undefined && version !== reviewed)) return { refused: 'cannotReview' }
    const published_version = action === 'publish' ? reviewed : row.published_version
    await updateTemplate(tx, id, { status, published_version, comment, reviewed_at: tx.clock.now() })
    const decided = { decision: decisionOf(row.status, action), comment }
    await updateDecision(tx, { template_id: id, version: reviewed }, decided)
    await tx.live.publish(templatesTopic, { userId: row.user_id, id })
    return { status }
  })
}

/** Returns the accounts that may review beside the operator. */
export async function listReviewers(ctx: AppContext): Promise<TemplateReviewer[]> {
  const reviewers: TemplateReviewer[] = []
  for (const userId of await listReviewerIds(ctx)) reviewers.push(await describeReviewer(ctx, userId))
  return reviewers
}

/** Lets an account review. Refuses an address without an account. */
export async function addReviewer(ctx: AppContext, email: string): Promise<TemplateReviewer | { refused: 'noAccount' }> {
  const account = await findAccount(ctx, email)
  if (!account) return { refused: 'noAccount' }
  await insertReviewer(ctx, { user_id: account.user_id, added_at: ctx.clock.now() })
  return await describeReviewer(ctx, account.user_id)
}

/** No longer lets an account review. Rejects with NotFound when it did not. */
export async function removeReviewer(ctx: AppContext, userId: string): Promise<void> {
  if (!(await deleteReviewer(ctx, userId))) throw new NotFound()
}

async function describeReviewer(ctx: AppContext, userId: string): Promise<TemplateReviewer> {
  const { email, nickname } = await readAccountProfile(ctx, userId)
  return { user_id: userId, email, nickname }
}
