import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { hasRight } from '#features/membership/server.ts'
import { wordListContract } from '../../contract.ts'
import { changeLearning, ignoreSuggestion, readSuggestions } from './suggestions.ts'
import { addTerm, changeTerm, importTerms, listTerms, removeTerm } from './wordList.ts'

export function wordListRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'word-list', wordListContract, {
    terms: async ({ caller: { userId } }) => ({ data: await listTerms(ctx, userId) }),
    addTerm: async ({ body, caller: { userId }, refuse }) => {
      if (!(await hasRight(ctx, userId, 'glossary'))) return refuse('notIncluded')
      const term = await addTerm(ctx, userId, body)
      return 'refused' in term ? refuse(term.refused) : { data: term }
    },
    importTerms: async ({ body, caller: { userId }, refuse }) => {
      if (!(await hasRight(ctx, userId, 'glossary'))) return refuse('notIncluded')
      const imported = await importTerms(ctx, userId, body.folder_id, body.terms)
      return 'refused' in imported ? refuse(imported.refused) : { data: imported }
    },
    changeTerm: async ({ params, body, caller: { userId }, refuse }) => {
      const term = await changeTerm(ctx, userId, params.term_id, body)
      return 'refused' in term ? refuse(term.refused) : { data: term }
    },
    removeTerm: async ({ params, caller: { userId } }) => {
      await removeTerm(ctx, userId, params.term_id)
      return {}
    },
    suggestions: async ({ caller: { userId } }) => ({ data: await readSuggestions(ctx, userId) }),
    changeSuggestion: async ({ params, body, caller: { userId } }) => {
      await ignoreSuggestion(ctx, userId, params.suggestion_id, body.is_ignored)
      return {}
    },
    changeSettings: async ({ body, caller: { userId } }) => {
      await changeLearning(ctx, userId, body.is_learning)
      return {}
    },
  })
}
