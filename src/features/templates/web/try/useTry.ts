import { useEffect, useRef, useState } from 'react'
import { Refused } from '#shared/client.ts'
import { useAction } from '#ui/action/useAction.ts'
import { minutes } from '#shared/units.ts'
import { type SummaryForm, type TryProgress, readTryProgress, tryTemplate } from '#features/notes/contract.ts'
import { templateTries } from '../templatesClient.ts'

/** What is tried: a template that is there, or the text that is being written. */
export type TryInput =
  | { readonly file_id: string; readonly template_id: string; readonly type: string }
  | { readonly file_id: string; readonly name: string; readonly content: string }

/** Longer than the server lets a language model write. */
const TIMEOUT = minutes(6)

/** Runs a template on a recording without saving anything. `stop` ends the run. What was written before that or before a failure stays. */
export function useTry() {
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<TryProgress>()
  const attempt = useAction(
    async (input: TryInput): Promise<SummaryForm> => {
      const controller = new AbortController()
      running.current = controller
      const onText = (text: string) => controller.signal.aborted || setProgress(readTryProgress(text))
      const options = { signal: controller.signal, timeout: TIMEOUT, onText }
      const reply = await templateTries.tryTemplate({ body: input }, options)
      // The refusal of the route, which came after a part of the text.
      if (!reply.data) throw new Refused(tryTemplate, 200, { ...tryTemplate.refusals.modelFailed, data: reply.model_failure })
      return reply.data.form
    },
    { show: 'inline' },
  )
  useEffect(() => () => running.current?.abort(), [])
  return {
    run: (input: TryInput) => {
      setProgress(undefined)
      void attempt.run(input)
    },
    stop: () => {
      running.current?.abort()
      attempt.reset()
    },
    form: attempt.result,
    /** What is written so far, or was written before the run was stopped or failed. */
    progress: attempt.result ? undefined : progress,
    error: attempt.error,
    isRunning: attempt.isBusy,
  }
}
