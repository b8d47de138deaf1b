import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SummaryForm } from '#features/notes/contract.ts'
import { templateTries } from '../templatesClient.ts'

/** What is tried: a template that is there, or the text that is being written. */
export type TryInput =
  | { readonly file_id: string; readonly template_id: string; readonly type: string }
  | { readonly file_id: string; readonly name: string; readonly content: string }

/** Runs a template on a recording without saving anything. `stop` ends the run; a result that is there stays. */
export function useTry() {
  const running = useRef<AbortController>(undefined)
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: async (input: TryInput): Promise<SummaryForm> => {
      running.current = new AbortController()
      return (await templateTries.tryTemplate({ body: input }, { signal: running.current.signal })).data.form
    },
  })
  useEffect(() => () => running.current?.abort(), [])
  return {
    run: (input: TryInput) => mutate(input),
    stop: () => {
      running.current?.abort()
      reset()
    },
    form: data,
    error,
    isRunning: isPending,
  }
}
