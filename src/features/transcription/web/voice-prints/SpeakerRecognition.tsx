import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { File, Segment } from '#features/files/contract.ts'
import { invalidateFiles } from '#features/files/web.tsx'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { languageTag } from '#shared/locales.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { editingContract, VOICE_PRINT_CLIENT } from '../../contract.ts'
import { followNames, type RecognizedSpeaker } from './followNames.ts'
import { reloadVoicePrints } from './useVoicePrints.ts'
import { markSettled, type VoicePrint } from './voicePrintStore.ts'

const editing = client('editing', editingContract, send)

/**
 * Names the speakers of an open recording by their voice prints (B§4), with a toast that undoes it, and keeps the voice prints true
 * to the names that people give. Shows nothing.
 */
export function SpeakerRecognition({ file }: { file: File }) {
  const queries = useQueryClient()
  const rename = useRename(file.id)
  const before = useRef<readonly Segment[]>(undefined)
  const removed = useRef<readonly VoicePrint[]>([])
  const follow = useEffectEvent(async () => {
    const segments = file.trans_result ?? []
    const followed = await followNames({ fileId: file.id, segments, before: before.current, removed: removed.current })
    before.current = segments
    removed.current = followed.removed
    if (followed.isChanged) await reloadVoicePrints(queries)
    if (followed.recognized.length > 0) await rename(followed.recognized)
  })
  // The voice prints are the external system. Without the server or the database, the next version tries again.
  useEffect(() => {
    lastTask = lastTask.then(() => follow()).catch(() => undefined)
  }, [file.extra_data.transcript_version])
  return null
}

/** One task after another: the next one must see which voices are settled. */
let lastTask = Promise.resolve()

/** Returns a function that renames recognized speakers in one edit. */
function useRename(fileId: string) {
  const t = useTranslations('voice-prints')
  const tTranscript = useTranslations('transcription')
  const locale = useLocale()
  const toast = useToast()
  const queries = useQueryClient()
  const undo = useAction((edit_id: string) => editing.undoEdit({ params: { id: fileId }, body: { edit_id } }), {
    failure: t('edit_undo_failed'),
    onSettled: () => invalidateFiles(queries),
  })
  return async (speakers: readonly RecognizedSpeaker[]) => {
    const operations = speakers.map(({ from, to }) => ({ kind: 'rename_speaker' as const, from, to }))
    const { data } = await editing.updateSource({ body: { file_id: fileId, operations, client: VOICE_PRINT_CLIENT } })
    await markSettled(
      fileId,
      speakers.map(({ id }) => id),
    )
    invalidateFiles(queries)
    if (data.edit_id === '') return
    const names = new Intl.ListFormat(languageTag(locale)).format(speakers.map(({ to }) => to))
    toast.show(t('speakers_recognized', { names }), {
      action: { label: tTranscript('edit_undo'), run: () => void undo.run(data.edit_id), undoes: true },
    })
  }
}
