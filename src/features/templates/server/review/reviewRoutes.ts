import type { FastifyInstance } from 'fastify'
import { isOperator } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { templateReviewContract } from '../../contract.ts'
import { readReader, toDetails } from '../items.ts'
import { listedOwn } from '../listed.ts'
import {
  addReviewer,
  isReviewer,
  listForReview,
  listReviewers,
  publishTemplate,
  rejectTemplate,
  removeReviewer,
} from './review.ts'

/** The routes for the operator and the accounts that may review. */
export function templateReviewRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'template-review', templateReviewContract, {
    list: async ({ query, caller: { userId }, refuse }) => {
      if (!(await isReviewer(ctx, userId))) return refuse('notReviewer')
      const listed = (await listForReview(ctx, query.status)).map(listedOwn)
      return { data: await toDetails(ctx, listed, await readReader(ctx, userId, query, true), query) }
    },
    publish: async ({ body, caller: { userId }, refuse }) => {
      if (!(await isReviewer(ctx, userId))) return refuse('notReviewer')
      const decided = await publishTemplate(ctx, { id: body.template_id, version: body.version })
      return 'refused' in decided ? refuse(decided.refused) : { data: decided }
    },
    reject: async ({ body, caller: { userId }, refuse }) => {
      if (!(await isReviewer(ctx, userId))) return refuse('notReviewer')
      const { template_id: id, version, comment } = body
      const decided = await rejectTemplate(ctx, { id, version, comment })
      return 'refused' in decided ? refuse(decided.refused) : { data: decided }
    },
    reviewers: async ({ caller, refuse }) => {
      if (!(await isOperator(ctx, caller.userId))) return refuse('notOperator')
      return { data: await listReviewers(ctx) }
    },
    addReviewer: async ({ body, caller, refuse }) => {
      if (!(await isOperator(ctx, caller.userId))) return refuse('notOperator')
      const added = await addReviewer(ctx, body.email)
      return 'refused' in added ? refuse(added.refused) : { data: added }
    },
    removeReviewer: async ({ params, caller }) => {
      if (!(await isOperator(ctx, caller.userId))) throw new NotFound()
      await removeReviewer(ctx, params.id)
      return {}
    },
  })
}
