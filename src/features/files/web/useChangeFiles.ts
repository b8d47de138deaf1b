import { useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '#ui/useFailureToast.ts'
import type { LibraryRow } from '../contract.ts'
import { changeInLists } from './changeInLists.ts'
import { rereadFiles } from './queries.ts'

export type FileChange = {
  ids: readonly string[]
  /** How the recording will look; `null` when it will be gone. */
  change: (file: LibraryRow) => LibraryRow | null
  call: () => Promise<unknown>
  /** The sentence of a failure, given what was thrown. */
  failure: string | ((error: unknown) => string)
}

/**
 * Changes recordings at once for the eye and then on the server. When the server says no, the lists are as before and a toast
 * says so. Resolves to whether it was done; never rejects.
 */
export function useChangeFiles(): (change: FileChange) => Promise<boolean> {
  const queries = useQueryClient()
  const sayFailure = useFailureToast()
  return async ({ ids, change, call, failure }) => {
    const putBack = await changeInLists(queries, ids, change)
    try {
      await call()
      return true
    } catch (error) {
      await putBack()
      sayFailure(typeof failure === 'string' ? failure : failure(error), error)
      return false
    } finally {
      rereadFiles(queries)
    }
  }
}
