import { cutText } from '#shared/cutText.ts'
import type { FastifyInstance } from 'fastify'
import { MAX_TAB_NAME, tryTemplate } from '#features/notes/contract.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { noteTasksContract } from '../contract.ts'
import { chat } from './chat.ts'
import { parseMemo } from './memo.ts'
import { cancelNote, retryNote, startNote, startSummary } from './startNote.ts'
import { toChoice } from './startTask.ts'
import { parseChosenTemplate, parsePostId, parseTaskInfo } from './taskInfo.ts'
import { streamProgress } from '#platform/http/streamProgress.ts'
import { toResponse } from './taskResults.ts'
import { runTrial } from './runTrial.ts'

/** Summaries that are created again, messages to a recording, and further notes. */
export function noteTasksRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'note-tasks', noteTasksContract, {
    chatllm: async ({ params, body, caller, closed: signal, from, refuse }) => {
      if (body.message) {
        const message = {
          fileId: params.id,
          message: body.message,
          threadId: body.thread_id ?? null,
          language: from.language ?? 'en',
        }
        const reply = await chat(ctx, caller.userId, message, { signal, isStreamed: body.stream ?? false })
        return 'refused' in reply ? refuse(reply.refused) : reply
      }
      const choice = toChoice(parseChosenTemplate(body.type, body.type_type) ?? null, parseTaskInfo(body.info))
      const task = await startSummary(ctx, caller.userId, params.id, {
        ...choice,
        postId: parsePostId(body.post_id),
        memo: parseMemo(body),
      })
      return toResponse(ctx, 'refused' in task ? refuse(task.refused) : task, from.language)
    },
    sumNewNote: async ({ params, body, caller, from, refuse }) => {
      const template = parseChosenTemplate(body.summ_type, body.summ_type_type)
      if (!template) return refuse('noTemplate')
      const note = await startNote(ctx, caller.userId, params.id, {
        ...toChoice(template, parseTaskInfo(body.info)),
        template,
        tabName: toTabName(body.tab_name),
        nameLanguage: from.language,
        postId: parsePostId(body.post_id),
        memo: parseMemo(body),
        ppcStatus: body.ppc_status ?? 0,
      })
      return 'refused' in note ? refuse(note.refused) : { data: note }
    },
    retrySumNote: async ({ params, body, caller, from, refuse }) => {
      const { model, summaryLanguage } = parseTaskInfo(body.info)
      const note = await retryNote(ctx, caller.userId, params.id, {
        noteId: body.ori_note_id,
        template: parseChosenTemplate(body.summ_type, body.summ_type_type) ?? undefined,
        model,
        language: summaryLanguage ?? null,
        tabName: toTabName(body.tab_name),
        nameLanguage: from.language,
        postId: parsePostId(body.post_id ?? body.ori_post_id),
        memo: parseMemo(body),
        ppcStatus: body.ppc_status ?? undefined,
        noteType: body.ori_note_type ?? undefined,
        isNewRequest: parsePostId(body.post_id) !== null && parsePostId(body.post_id) !== parsePostId(body.ori_post_id),
      })
      return 'refused' in note ? refuse(note.refused) : { data: note }
    },
    cancelNote: async ({ params, caller }) => {
      await cancelNote(ctx, caller.userId, params.id, params.note_id)
      return {}
    },
  })
}

/** Templates that are tried. */
export function tryTemplateRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(
    app,
    'note-tasks',
    { tryTemplate },
    {
      tryTemplate: async ({ body, caller, closed: signal, refuse }) => {
        const tried = await streamProgress(
          (onProgress) => runTrial(ctx, caller.userId, body, { signal, onProgress }),
          // A failure after the first section is named behind what has come.
          (result) => {
            if (!('refused' in result)) return { data: result, failure: null }
            return { data: null, failure: 'modelFailed', ...('modelFailure' in result && { model_failure: result.modelFailure }) }
          },
        )
        if (!('refused' in tried)) return tried
        return 'modelFailure' in tried ? refuse(tried.refused, tried.modelFailure) : refuse(tried.refused)
      },
    },
  )
}

const toTabName = (name: string | null | undefined): string => cutText((name ?? '').trim(), MAX_TAB_NAME)
