import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { Email, LanguageCode, TemplateDetail, TemplateId, TemplateStatus } from './item.ts'

/** Maximum length of what a reviewer writes to the author. */
export const REVIEW_COMMENT_MAX = 1000

const notReviewer = {
  status: -4032,
  message: 'Only the operator of this server and accounts the operator names can review templates.',
} as const
const notOperator = { status: -4031, message: 'Only the operator of this server can name reviewers.' } as const
const cannotReview = {
  status: -3,
  message: 'The author has changed or withdrawn this template since. Load the list again.',
} as const

const version = z.int().check(z.minimum(1), z.maximum(1_000_000))

/** An account that may review templates. */
export const TemplateReviewer = z.object({ user_id: z.string(), email: z.string(), nickname: z.string() })
export type TemplateReviewer = z.infer<typeof TemplateReviewer>

/** The review of community templates, by the operator and accounts the operator names. */
export const templateReviewContract = {
  list: route({
    method: 'GET',
    path: '/summary/community/templates/review',
    access: 'signed-in',
    summary: 'List the community templates of one status, oldest first; without a status those that wait for review',
    query: z.object({ status: z.optional(TemplateStatus), language_os: LanguageCode }),
    reply: z.object({ data: z.array(TemplateDetail) }),
    refusals: { notReviewer },
  }),
  publish: route({
    method: 'POST',
    path: '/summary/community/templates/review/publish',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Publish the version that waits for review, or a template that was taken down',
    body: z.object({ template_id: TemplateId, version }),
    reply: z.object({ data: z.object({ status: TemplateStatus }) }),
    refusals: { notReviewer, cannotReview },
  }),
  reject: route({
    method: 'POST',
    path: '/summary/community/templates/review/reject',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Reject the version that waits for review, or take down a published template, with a comment for the author',
    body: z.object({
      template_id: TemplateId,
      version,
      comment: z
        .string()
        .check(z.maxLength(REVIEW_COMMENT_MAX, { abort: true }), z.regex(/\S/, 'Write to the author what has to change.')),
    }),
    reply: z.object({ data: z.object({ status: TemplateStatus }) }),
    refusals: { notReviewer, cannotReview },
  }),
  reviewers: route({
    method: 'GET',
    path: '/summary/community/templates/reviewers',
    access: 'signed-in',
    summary: 'List the accounts that may review templates beside the operator; for the operator',
    reply: z.object({ data: z.array(TemplateReviewer) }),
    refusals: { notOperator },
  }),
  addReviewer: route({
    method: 'POST',
    path: '/summary/community/templates/reviewers',
    access: 'signed-in',
    summary: 'Let an account review templates; for the operator',
    body: z.object({ email: Email }),
    reply: z.object({ data: TemplateReviewer }),
    refusals: { notOperator, noAccount: { status: -2, message: 'There is no account with this e-mail address.' } },
  }),
  removeReviewer: route({
    method: 'DELETE',
    path: '/summary/community/templates/reviewers/:id',
    access: 'signed-in',
    summary: 'No longer let an account review templates; for the operator, not found for others',
    params: z.object({ id: TemplateId }),
    reply: z.object({}),
  }),
} as const
