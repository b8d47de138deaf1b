import { Refused } from '#kit/client.ts'
import { isReadOnly, useExplain } from './useExplain.ts'
import { useToast } from './useToast.ts'

/**
 * Says in a toast that something failed: the sentence of the place, then why, where the reader can do something about it,
 * and the request id. A refusal adds nothing: its words are the contract's, and the place knows them.
 */
export function useFailureToast(): (sentence: string, error: unknown) => void {
  const explain = useExplain()
  const toast = useToast()
  return (sentence, error) => {
    const { text, requestId } = explain(error)
    toast.error(error instanceof Refused && !isReadOnly(error) ? sentence : `${sentence} ${text}`, { requestId })
  }
}
