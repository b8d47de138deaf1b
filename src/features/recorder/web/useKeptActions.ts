import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rereadFiles } from '#features/files/web.tsx'
import { Refused } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { after } from '#ui/time.ts'
import type { Stop } from '#ui/time.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import type { Kept } from './engine/kept.ts'
import { hideKept, showKept } from './hiddenKept.ts'
import type { EndingActs } from './useEnding.ts'
import { useSayFile } from './useEnding.ts'
import { rereadKept, useKeptActs } from './useKept.ts'

/** How long a discarded recording can be restored. */
const UNDO_FOR = seconds(8)

/** Actions of an unfinished recording. `progress` is that of finishing it, 0 to 1. */
export function useKeptActions(acts: EndingActs) {
  const t = useWords('recorder')
  const toast = useRecordingsToast()
  const queries = useQueryClient()
  const kept = useKeptActs()
  const sayFile = useSayFile(acts)
  const sayFailure = useFailureToast()
  const [progress, setProgress] = useState<number | null>(null)
  const finish = async ({ recordingId }: Kept) => {
    setProgress(0)
    try {
      const file = await kept.finish(recordingId, (sent, of) => setProgress(of > 0 ? sent / of : 0))
      if (file) sayFile(file)
      else toast.warn(t('too_short'))
      rereadFiles(queries)
    } catch (error) {
      // The message of a refusal explains the reason.
      const why = error instanceof Refused ? ` ${t('kept_refused')}` : ''
      sayFailure(t('kept_finish_failed') + why, error)
    } finally {
      setProgress(null)
      rereadKept(queries)
    }
  }
  const discard = ({ recordingId, filename }: Kept) => {
    hideKept(recordingId)
    const stop: Stop = after(UNDO_FOR, () => {
      kept.discard(recordingId).then(
        () => rereadKept(queries),
        (error: unknown) => {
          showKept(recordingId)
          sayFailure(t('discard_failed'), error)
        },
      )
    })
    const undo = () => {
      stop()
      showKept(recordingId)
    }
    toast.show(t('discarded', { name: filename }), { ms: UNDO_FOR, action: { label: t('undo'), run: undo, undoes: true } })
  }
  return { progress, finish, discard, sound: kept.sound }
}
