import { hashKey, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { RefusalName, RouteSpec } from '#shared/contract.ts'
import { type Explanation, type FailureTexts, type RefusalTexts, useExplainError } from '../feedback/useExplainError.ts'
import { type ToastOptions, useToast } from '../toast/useToast.ts'

type SuccessToast = ToastOptions & { readonly text: string }

type ActionOptions<Input, Result, R extends RouteSpec> = {
  /** What was not done, for people. Without it, only the reason is shown. */
  readonly failure?: string | ((input: Input, error: Error) => string) | undefined
  /** Where a failure is explained: in a toast, or by the component, which shows `explanation`. */
  readonly show?: 'toast' | 'inline'
  /** The toast after it is done. */
  readonly success?: string | SuccessToast | ((result: Result, input: Input) => string | SuccessToast | undefined)
  /** Shows the change before the server has it. Returns a function that takes it back. */
  readonly optimistic?: (input: Input) => Revert | Promise<Revert>
  readonly onSuccess?: (result: Result, input: Input) => unknown
  readonly onFailure?: (error: Error, input: Input) => unknown
  /** Called after `onSuccess` and `onFailure`. The action is busy until the returned promise is settled. */
  readonly onSettled?: () => unknown
  /** Whether runs with different inputs are independent of each other, as those of the rows of a list. */
  readonly concurrent?: boolean
  /** Runs wait for earlier ones of the same queue, in any component, so that the last change wins. */
  readonly queue?: readonly string[]
} & ([RefusalName<R>] extends [never] ? { readonly refusals?: RefusalTexts | undefined } : { readonly refusals: RefusalTexts<R> })

type RouteCall = { readonly route: RouteSpec }

type Revert = (() => unknown) | void

export type Action<Input, Result> = {
  /** Does nothing while the same is under way. Resolves to whether it was done; never rejects. Always the same function. */
  readonly run: (input: Input) => Promise<boolean>
  readonly isBusy: boolean
  /** The input of the run that is under way. */
  readonly input: Input | undefined
  /** What the last run returned. Undefined after a failure. */
  readonly result: Result | undefined
  readonly isDone: boolean
  /** Why the last run failed. */
  readonly error: Error | null
  /** The same for people. Undefined where the text of a refusal is null. */
  readonly explanation: Explanation | undefined
  /** Forgets the last run, its result and its error. Another one can start, even if it is still under way. */
  readonly reset: () => void
}

/**
 * Returns an action of a component: a call to the server, or a function that makes some. One run at a time; a failure is explained
 * in a toast unless the component does it. `calls` are those of a function, so that their refusals have texts.
 *
 *     const rename = useAction(folders.change, { failure: t('rename_failed'), refusals: { nameTaken: t('name_taken') } })
 *     <Button busy={rename.isBusy} onClick={() => void rename.run({ params: { id }, body: { name } })}>
 */
export function useAction<Input = void, Result = unknown, R extends RouteSpec = never, Calls extends readonly RouteCall[] = []>(
  action: ((input: Input) => Promise<Result>) & { readonly route?: R },
  options: NoInfer<ActionOptions<Input, Result, R | Calls[number]['route']>> & { readonly calls?: Calls },
): Action<Input, Result> {
  const show = useShowOutcome(options)
  const { queue, optimistic } = options
  const { mutateAsync, ...mutation } = useMutation<Result, Error, Input, Revert>({
    mutationFn: (input) => action(input),
    ...(queue && { mutationKey: queue, scope: { id: queue.join(' ') } }),
    ...(optimistic && { onMutate: optimistic }),
    onSuccess: (result, input) => {
      show.success(result, input)
      return options.onSuccess?.(result, input)
    },
    onError: async (error, input, revert) => {
      show.failure(error, input)
      await revert?.()
      await options.onFailure?.(error, input)
    },
    onSettled: () => options.onSettled?.(),
  })
  const [run, forgetRuns] = useRun<Input>(mutateAsync as (input: Input) => Promise<Result>, {
    concurrent: options.concurrent ?? false,
    isQueued: queue !== undefined,
  })
  const { error, isPending, variables } = mutation
  return {
    run,
    isBusy: isPending,
    input: isPending ? variables : undefined,
    result: mutation.data,
    isDone: mutation.isSuccess,
    error,
    explanation: error ? show.explain(error, variables as Input) : undefined,
    reset: () => {
      forgetRuns()
      mutation.reset()
    },
  }
}

/** Returns how the outcome of a run is shown. */
function useShowOutcome<Input, Result, R extends RouteSpec>(options: ActionOptions<Input, Result, R>) {
  const explainError = useExplainError()
  const toast = useToast()
  const { failure, refusals, show = 'toast', success } = options
  const explain = (error: Error, input: Input) =>
    explainError(error, { failure: typeof failure === 'function' ? failure(input, error) : failure, refusals } as FailureTexts)
  return {
    explain,
    success: (result: Result, input: Input) => {
      const toShow = typeof success === 'function' ? success(result, input) : success
      if (typeof toShow === 'string') toast.show(toShow)
      else if (toShow) toast.show(toShow.text, toShow)
    },
    failure: (error: Error, input: Input) => {
      const explanation = show === 'toast' ? explain(error, input) : undefined
      if (!explanation) return
      const { text, requestId, isWarning } = explanation
      if (isWarning) toast.warn(text)
      else toast.error(text, { requestId })
    },
  }
}

/** Returns a function that runs the mutation unless the same run is under way, and one that forgets the runs under way. */
function useRun<Input>(
  mutate: (input: Input) => Promise<unknown>,
  { concurrent, isQueued }: { concurrent: boolean; isQueued: boolean },
): readonly [run: (input: Input) => Promise<boolean>, forget: () => void] {
  const running = useRef(new Map<string, object>())
  const run = useCallback(
    async (input: Input) => {
      const key = concurrent ? hashKey([input]) : ''
      if (!isQueued && running.current.has(key)) return false
      const self = {}
      running.current.set(key, self)
      try {
        await mutate(input)
        return true
      } catch {
        return false
      } finally {
        if (running.current.get(key) === self) running.current.delete(key)
      }
    },
    [concurrent, isQueued, mutate],
  )
  return [run, () => running.current.clear()]
}
