import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasMembership } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'

export type AccessGuard = {
  /** For ask, recording, import and the membership page (B§2): allowed for members and owners of a recorder. */
  guard: (action: () => void) => void
  /** For uploads (B§6): allowed for members. */
  guardUpload: (action: () => void) => void
  /** For recording in the browser: allowed for members, since the recording is uploaded (B§6). */
  guardRecording: (action: () => void) => void
}

/**
 * Checks the user's rights before an action. For members the action runs synchronously. While the user is unknown or the server is
 * unreachable, the action runs too, and the server decides. A blocked action opens a dialog that explains why.
 */
export function useAccessGuard(): AccessGuard {
  const queries = useQueryClient()
  const { membership } = useMembership()
  const isNonMember = membership !== undefined && !hasMembership(membership.membership_type)
  return useMemo(() => {
    const checkRecorder = async (action: () => void) => {
      if (await hasRecorder(queries)) action()
      else openDialog('noMembership', { action: 'device' })
    }
    return {
      guard: (action) => (isNonMember ? void checkRecorder(action) : action()),
      guardUpload: (action) => (isNonMember ? openDialog('noMembership', { action: 'upload' }) : action()),
      guardRecording: (action) => (isNonMember ? openDialog('noMembership', { action: 'record' }) : action()),
    }
  }, [queries, isNonMember])
}

/** Returns true if the request fails, too. The code is loaded lazily, because only users without a membership need it. */
async function hasRecorder(queries: QueryClient): Promise<boolean> {
  try {
    const { fetchHasRecorder } = await import('./fetchHasRecorder.ts')
    return await fetchHasRecorder(queries)
  } catch {
    return true
  }
}
