import { useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import type { LibraryRow } from '../../contract.ts'
import { applyOptimisticChange } from '../sync/applyOptimisticChange.ts'
import { invalidateFiles } from '../sync/queries.ts'

export type FileChange = {
  ids: readonly string[]
  /** Returns the changed recording; `null` when it is removed. */
  change: (file: LibraryRow) => LibraryRow | null
  call: () => Promise<unknown>
  /** The error message, or a function of the error. */
  failure: string | ((error: unknown) => string)
}

/**
 * Changes recordings in the lists at once and then on the server. When the server refuses, the lists are reverted and a toast
 * shows the error. Resolves to whether it succeeded; never rejects.
 */
export function useChangeFiles(): (change: FileChange) => Promise<boolean> {
  const queries = useQueryClient()
  const showFailure = useFailureToast()
  return async ({ ids, change, call, failure }) => {
    const revert = await applyOptimisticChange(queries, ids, change)
    try {
      await call()
      return true
    } catch (error) {
      await revert()
      showFailure(typeof failure === 'string' ? failure : failure(error), error)
      return false
    } finally {
      invalidateFiles(queries)
    }
  }
}
