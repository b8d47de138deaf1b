import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type {
  discardRecoverable,
  finishRecoverable,
  readRecoverableAudio,
  listRecoverable,
} from '../engine/recoverableRecordings.ts'

/** Actions on unfinished recordings; tests pass their own. */
export type RecoveryActions = {
  list: typeof listRecoverable
  finish: typeof finishRecoverable
  discard: typeof discardRecoverable
  sound: typeof readRecoverableAudio
}

export const RecoveryContext = createContext<RecoveryActions | undefined>(undefined)

export function useRecoveryActions(): RecoveryActions {
  const actions = use(RecoveryContext)
  if (!actions) throw new Error('there is no KeptContext around this')
  return actions
}

const QUERY_KEY = ['recorder', 'kept']

/** Returns the unfinished recordings of this browser and of the server, newest first. */
export function useRecoverableRecordings() {
  const { list } = useRecoveryActions()
  // Also offline, because local recordings are available without the server.
  return useQuery({ queryKey: QUERY_KEY, queryFn: () => list(), networkMode: 'always' })
}

export const refetchRecoverable = (queries: QueryClient): void => void queries.invalidateQueries({ queryKey: QUERY_KEY })
