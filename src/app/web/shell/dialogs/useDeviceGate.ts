import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMe } from '#features/me/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { askForDevice } from './deviceGate.ts'

export type DeviceGate = {
  /** For ask, recording, import and the membership page (B§2): a member or the holder of a recorder goes on, others are offered one. */
  guard: (action: () => void) => void
  /** For an upload (B§6): a member goes on, others are told what it needs. */
  guardUpload: (action: () => void) => void
  /** To record in the browser: what comes of it is an upload (B§6). */
  guardRecording: (action: () => void) => void
}

/**
 * Looks at who wants to do something before it is done. Members go on in the same moment; while it is not known who it is, or
 * the server cannot be reached, nobody is held up: the server decides. The dialog is that of `ShellDialogs`.
 */
export function useDeviceGate(): DeviceGate {
  const queries = useQueryClient()
  const me = useMe()
  const isOutside = me !== undefined && !hasMembership(me.membership_type)
  return useMemo(() => {
    const askFirst = async (action: () => void) => {
      if (await hasRecorder(queries)) action()
      else askForDevice('device')
    }
    return {
      guard: (action) => (isOutside ? void askFirst(action) : action()),
      guardUpload: (action) => (isOutside ? askForDevice('upload') : action()),
      guardRecording: (action) => (isOutside ? askForDevice('record') : action()),
    }
  }, [queries, isOutside])
}

/** True also when nobody answers. Its code is for the few without a membership. */
async function hasRecorder(queries: QueryClient): Promise<boolean> {
  try {
    const { ownsRecorder } = await import('./ownsRecorder.ts')
    return await ownsRecorder(queries)
  } catch {
    return true
  }
}
