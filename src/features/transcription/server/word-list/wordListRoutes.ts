import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { wordListContract } from '../../contract.ts'
import { addTerm, changeTerm, listTerms, removeTerm } from './wordList.ts'

export function wordListRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'word-list', wordListContract, {
    terms: async ({ caller: { userId } }) => ({ data: await listTerms(ctx, userId) }),
    addTerm: async ({ body, caller: { userId }, refuse }) => {
      const term = await addTerm(ctx, userId, body)
      return 'refused' in term ? refuse(term.refused) : { data: term }
    },
    changeTerm: async ({ params, body, caller: { userId }, refuse }) => {
      const term = await changeTerm(ctx, userId, params.term_id, body)
      return 'refused' in term ? refuse(term.refused) : { data: term }
    },
    removeTerm: async ({ params, caller: { userId } }) => {
      await removeTerm(ctx, userId, params.term_id)
      return {}
    },
  })
}
