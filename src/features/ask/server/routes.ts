import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { streamProgress } from '#platform/http/streamProgress.ts'
import { askContract } from '../contract.ts'
import { askQuestion, retryAnswer } from './askQuestion.ts'
import { saveAsNote } from './saveAsNote.ts'
import { suggest } from './suggest.ts'
import { readThread, readThreads, removeThread, renameThread, restoreThread } from './threads.ts'

export function askRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'ask', askContract, {
    ask: async ({ body, caller, closed: signal, refuse }) => {
      const input = {
        question: body.question,
        threadId: body.thread_id ?? null,
        fileId: body.file_id ?? null,
        scope: body.scope ?? null,
        topic: body.topic ?? null,
        language: body.language ?? 'en',
      }
      const asked = await streamProgress(
        (onProgress) => askQuestion(ctx, caller.userId, input, { signal, onProgress }),
        (data) => ({ data }),
      )
      return 'refused' in asked ? refuse(asked.refused) : asked
    },
    retry: async ({ params, caller, closed: signal, refuse }) => {
      const key = { threadId: params.thread_id, answerId: params.answer_id }
      const retried = await streamProgress(
        (onProgress) => retryAnswer(ctx, caller.userId, key, { signal, onProgress }),
        (data) => ({ data }),
      )
      return 'refused' in retried ? refuse(retried.refused) : retried
    },
    threads: async ({ query, caller }) => ({ data: await readThreads(ctx, caller.userId, query.file_id ?? null) }),
    thread: async ({ params, caller }) => ({ data: await readThread(ctx, caller.userId, params.thread_id) }),
    rename: async ({ params, body, caller }) => ({ data: await renameThread(ctx, caller.userId, params.thread_id, body.title) }),
    remove: async ({ params, caller }) => {
      await removeThread(ctx, caller.userId, params.thread_id)
      return {}
    },
    restore: async ({ params, caller }) => ({ data: await restoreThread(ctx, caller.userId, params.thread_id) }),
    saveAsNote: async ({ params, body, caller, refuse }) => {
      const target = { threadId: params.thread_id, answerId: params.answer_id, fileId: body.file_id }
      const note = await saveAsNote(ctx, caller.userId, target)
      return 'refused' in note ? refuse(note.refused) : { data: { file_id: body.file_id, note_id: note.note_id } }
    },
    suggestions: async ({ query, caller }) => ({ data: await suggest(ctx, caller.userId, query.file_id ?? null) }),
  })
}
