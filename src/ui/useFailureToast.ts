import { Refused } from '#kit/client.ts'
import { isReadOnly, useExplain } from './useExplain.ts'
import { useToast } from './useToast.ts'

/**
 * Returns a function that shows an error toast: the given message, then the reason and the request id. For a refusal only the
 * message is shown, because the caller knows the refusals of its contract.
 */
export function useFailureToast(): (sentence: string, error: unknown) => void {
  const explain = useExplain()
  const toast = useToast()
  return (sentence, error) => {
    const { text, requestId } = explain(error)
    toast.error(error instanceof Refused && !isReadOnly(error) ? sentence : `${sentence} ${text}`, { requestId })
  }
}
