import { Refused } from '#shared/client.ts'
import { isReadOnly, useExplainError } from '../feedback/useExplainError.ts'
import { useToast } from './useToast.ts'

/**
 * Returns a function that shows an error toast: the given message, then the reason and the request id. For a refusal only the
 * message is shown, because the caller knows the refusals of its contract.
 */
export function useFailureToast(): (message: string, error: unknown) => void {
  const explain = useExplainError()
  const toast = useToast()
  return (message, error) => {
    const { text, requestId } = explain(error)
    toast.error(error instanceof Refused && !isReadOnly(error) ? message : `${message} ${text}`, { requestId })
  }
}
