import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { rereadFiles } from '#features/files/web.tsx'
import { seconds } from '#kit/units.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { useRecorder, useRecorderState } from './RecorderContext.ts'
import { rereadKept } from './useKept.ts'

export type EndingActs = { onOpenFile: (fileId: string) => void; onTranscribe: (fileId: string) => void }

/** Long enough to be noticed after a conversation. */
const STANDS = seconds(20)

/** Shows a toast when a recording has become a file or was too short, and resets the recorder. */
export function useEnding(acts: EndingActs): void {
  const t = useWords('recorder')
  const toast = useRecordingsToast()
  const queries = useQueryClient()
  const recorder = useRecorder()
  const sayFile = useSayFile(acts)
  const phase = useRecorderState((state) => state.phase)
  const said = useRef({ recorder, sayFile, t, toast })
  useEffect(() => {
    said.current = { recorder, sayFile, t, toast }
  })
  useEffect(
    () =>
      recorder.onFile(() => {
        rereadFiles(queries)
        void queries.invalidateQueries({ queryKey: ['folders'] })
        rereadKept(queries)
      }),
    [recorder, queries],
  )
  useEffect(() => {
    if (phase !== 'ended') return
    const { file, tooShort, stopped } = recorder.store.getState()
    if (file) said.current.sayFile(file, stopped?.why === 'limit')
    else if (tooShort) said.current.toast.warn(said.current.t('too_short'), { id: ENDED, ms: seconds(8) })
    recorder.reset()
  }, [phase, recorder])
}

/** Shows that a recording is in the library, with actions for it. */
export function useSayFile({ onOpenFile, onTranscribe }: EndingActs) {
  const t = useWords('recorder')
  const toast = useRecordingsToast()
  return (file: { id: string; filename: string }, isLimit = false) =>
    toast.show(t(isLimit ? 'saved_limit' : 'saved', { name: file.filename }), {
      id: ENDED,
      ms: STANDS,
      actions: [
        { label: t('open'), run: () => onOpenFile(file.id) },
        { label: t('transcribe'), run: () => onTranscribe(file.id) },
      ],
    })
}

const ENDED = 'recorder-ended'
