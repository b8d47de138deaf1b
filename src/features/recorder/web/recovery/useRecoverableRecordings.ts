import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { invalidateFiles } from '#features/files/web.tsx'
import { Refused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { after, type Stop } from '#browser/timers/time.ts'
import { useAction } from '#ui/action/useAction.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { RecoveryActions, RecoverableRecording } from '../engine/recoverable.ts'
import { type RecordingActions, useSavedToast } from '../useSavedToast.ts'

export const RecoveryContext = createContext<RecoveryActions | undefined>(undefined)

export function useRecoveryActions(): RecoveryActions {
  const actions = use(RecoveryContext)
  if (!actions) throw new Error('there is no RecoveryContext around this')
  return actions
}

const QUERY_KEY = ['recorder', 'kept']

/** Returns the unfinished recordings of this browser and of the server, newest first. */
export function useRecoverableRecordings() {
  const { list } = useRecoveryActions()
  // Also offline, because local recordings are available without the server.
  return useQuery({ queryKey: QUERY_KEY, queryFn: () => list(), networkMode: 'always' })
}

/** Returns the unfinished recordings without those just discarded. */
export function useVisibleRecordings(): readonly RecoverableRecording[] {
  const { data = [] } = useRecoverableRecordings()
  const hidden = useStore(hiddenIds)
  return data.filter(({ recordingId }) => !hidden.includes(recordingId))
}

export const refetchRecoverable = (queries: QueryClient): void => void queries.invalidateQueries({ queryKey: QUERY_KEY })

/** How long a discarded recording can be restored. */
const UNDO_PERIOD = seconds(8)

/** Actions of an unfinished recording. `progress` is that of finishing it, 0 to 1. */
export function useRecordingActions(actions: RecordingActions) {
  const t = useTranslations('recorder')
  const toast = useToast()
  const queries = useQueryClient()
  const recovery = useRecoveryActions()
  const showSavedToast = useSavedToast(actions)
  const [progress, setProgress] = useState<number | null>(null)
  const finish = useAction(
    async ({ recordingId }: RecoverableRecording) => {
      setProgress(0)
      const file = await recovery.finish(recordingId, (sentPieces, allPieces) =>
        setProgress(allPieces > 0 ? sentPieces / allPieces : 0),
      )
      if (file) {
        showSavedToast(file)
        actions.onNewFile(file)
      } else toast.warn(t('too_short'))
      invalidateFiles(queries)
    },
    {
      failure: (_, error) =>
        [t('unfinished_finish_failed'), error instanceof Refused ? t('unfinished_refused') : ''].join(' ').trim(),
      onSettled: () => {
        setProgress(null)
        refetchRecoverable(queries)
      },
    },
  )
  const remove = useAction((recordingId: string) => recovery.discard(recordingId), {
    concurrent: true,
    failure: t('discard_failed'),
    onSuccess: () => refetchRecoverable(queries),
    onFailure: (_, recordingId) => showRecording(recordingId),
  })
  const discard = ({ recordingId, filename }: RecoverableRecording) => {
    hideRecording(recordingId)
    const stop: Stop = after(UNDO_PERIOD, () => void remove.run(recordingId))
    const undo = () => {
      stop()
      showRecording(recordingId)
    }
    toast.show(t('discarded', { name: filename }), { ms: UNDO_PERIOD, action: { label: t('undo'), run: undo, undoes: true } })
  }
  return { progress, finish: finish.run, discard, sound: recovery.sound }
}

/** Ids of recordings just discarded that can still be restored. */
const hiddenIds = createStore<readonly string[]>(() => [])
const hideRecording = (recordingId: string): void => hiddenIds.setState((ids) => [...ids, recordingId], true)
const showRecording = (recordingId: string): void => hiddenIds.setState((ids) => ids.filter((id) => id !== recordingId), true)
