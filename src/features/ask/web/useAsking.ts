import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { minutes } from '#shared/units.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { type AskProgress, type AskScope, type AskTopic, readAskProgress } from '../contract.ts'
import { ask } from './askClient.ts'
import { showProgress } from './queries.ts'

export type NewQuestion = {
  readonly question: string
  readonly threadId: string | null
  readonly fileId?: string | null
  readonly scope?: AskScope | null
  readonly topic?: AskTopic | null
}

/** What is being asked. `answerId` is set for an answer that is written again. */
type Running = {
  readonly question: string
  readonly threadId: string | null
  readonly answerId: string | null
  readonly progress?: AskProgress
}
type Failed = { readonly error: unknown; readonly again: () => void; readonly threadId: string | null; readonly question: string }
type Call = (options: { signal: AbortSignal; timeout: number; onText: (text: string) => void }) => Promise<{ data: AskProgress }>

/** Longer than the server lets a language model write. */
const TIMEOUT = minutes(16)

/**
 * Asks questions and shows the answer while it is written. `onThread` is called when a new thread has an id. `stop` ends the request
 * of the language model; what was written stays, as it does when the page is left.
 */
export function useAsking(onThread: (threadId: string) => void) {
  const queries = useQueryClient()
  const language = useLocale()
  const controller = useRef<AbortController>(undefined)
  const [running, setRunning] = useState<Running>()
  const [failed, setFailed] = useState<Failed>()
  useEffect(() => () => controller.current?.abort(), [])

  const run = async (start: Running, call: Call) => {
    controller.current?.abort()
    const current = new AbortController()
    controller.current = current
    setFailed(undefined)
    setRunning(start)
    let shown: AskProgress | undefined
    const show = (next: AskProgress) => {
      const isFirst = shown === undefined
      shown = next
      setRunning({ ...start, threadId: next.thread.thread_id, progress: next })
      showProgress(queries, next)
      if (isFirst && start.threadId === null) onThread(next.thread.thread_id)
    }
    const onText = (text: string) => {
      const next = current.signal.aborted ? undefined : readAskProgress(text)
      if (next) show(next)
    }
    try {
      const { data } = await call({ signal: current.signal, timeout: TIMEOUT, onText })
      show(data)
    } catch (error) {
      if (shown)
        showProgress(queries, { ...shown, answer: { ...shown.answer, state: current.signal.aborted ? 'stopped' : 'failed' } })
      else if (!current.signal.aborted)
        setFailed({ error, again: () => void run(start, call), threadId: start.threadId, question: start.question })
    } finally {
      if (controller.current === current) setRunning(undefined)
    }
  }
  return {
    running,
    failed,
    ask: ({ question, threadId, fileId = null, scope = null, topic = null }: NewQuestion) =>
      void run({ question, threadId, answerId: null }, (options) =>
        ask.ask({ body: { question, thread_id: threadId, file_id: fileId, scope, topic, language } }, options),
      ),
    retry: ({ question, threadId, answerId }: { question: string; threadId: string; answerId: string }) =>
      void run({ question, threadId, answerId }, (options) =>
        ask.retry({ params: { thread_id: threadId, answer_id: answerId } }, options),
      ),
    stop: () => controller.current?.abort(),
    dismiss: () => setFailed(undefined),
  }
}

export type Asking = ReturnType<typeof useAsking>
