import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { File, Segment } from '#features/files/contract.ts'
import { textLimits } from '#features/files/rules.ts'
import { changeShownFile, invalidateFiles } from '#features/files/web.tsx'
import { client, Refused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { onReconnect } from '#browser/http/reachability.ts'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { editingContract } from '../../contract.ts'
import type { EditOperation, SuggestedTerm, TranscriptChange } from '../../contract.ts'
import { applyEdits } from '../../rules.ts'
import { usePendingEdits, type PendingEdit, type PendingEdits } from './pendingEdits.ts'
import type { TranscriptEditor } from './transcriptEditor.ts'

const editing = client('editing', editingContract, send)
/** How often edits that could not be saved are sent again. */
const RETRY_INTERVAL = seconds(5)

/**
 * Edits the transcript of a recording. Edits show at once, are kept in the browser until the server has them, and are sent one
 * after another. `isReadOnly` stops new ones, not the saving of earlier ones.
 */
export function useTranscriptEditor(file: File, isReadOnly: boolean): TranscriptEditor | undefined {
  const { pending, edits } = usePendingEdits(file.id)
  const [isOffline, setOffline] = useState(false)
  const state = useEditState(file, edits, isReadOnly)
  const saved = file.trans_result ?? NO_SEGMENTS
  const version = file.extra_data.transcript_version ?? 0
  const maxSize = textLimits(file.duration).trans_result
  const segments = useMemo(() => {
    const shown = pending.filter(({ savedVersion = Infinity }) => savedVersion > version)
    return applyEdits(
      saved,
      shown.flatMap((edit) => edit.operations),
      [],
      maxSize,
    ).segments
  }, [saved, version, pending, maxSize])
  const isSaved = pending.every(({ savedVersion }) => savedVersion !== undefined)
  const [savedCallbacks] = useState(() => new Map<string, (editId: string) => void>())
  const queue = useSendQueue(file, { pending, edits, setOffline, showChange: state.showChange, savedCallbacks })
  const apply = (operations: readonly EditOperation[], onSaved?: (editId: string) => void) => {
    const needsMachine = operations.some(({ kind }) => kind === 'revert' || kind === 'restore')
    const applied = applyEdits(segments, operations, [], maxSize)
    // The server says why one that is too long is not made.
    if (!needsMachine && !applied.isTooLong && applied.touched.size === 0) return undefined
    const editId = edits.add({ operations, baseVersion: version })
    if (onSaved) savedCallbacks.set(editId, onSaved)
    return editId
  }
  const undo = (editId?: string) => {
    const unsaved = pending.find((edit) => edit.editId === editId && edit.savedVersion === undefined)
    if (!unsaved || !isOffline) return void state.undo(editId)
    // The server does not have it.
    return edits.remove(unsaved.editId)
  }
  useInterval(queue.retry, isOffline ? RETRY_INTERVAL : null)
  if (isReadOnly) return undefined
  return {
    fileId: file.id,
    folderId: file.filetag_id_list[0],
    segments,
    status: isOffline ? 'offline' : isSaved ? 'saved' : 'saving',
    apply,
    undo,
    redo: () => void state.redo(),
    canUndo: isSaved && state.canUndo,
    canRedo: isSaved && state.canRedo,
  }
}

const NO_SEGMENTS: readonly Segment[] = []

type SendQueue = {
  pending: readonly PendingEdit[]
  edits: PendingEdits
  setOffline: (isOffline: boolean) => void
  showChange: (change: TranscriptChange) => void
  /** By the id of an edit: called when the server has it. */
  savedCallbacks: Map<string, (editId: string) => void>
}

/** Sends pending edits one after another. One that the server refuses is explained, and the current transcript is loaded. */
function useSendQueue(file: File, { pending, edits, setOffline, showChange, savedCallbacks }: SendQueue) {
  const t = useTranslations('transcription')
  const queries = useQueryClient()
  const toast = useToast()
  const showFailure = useFailureToast()
  const isSending = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const suggest = useTermSuggestion(file)
  /** Resolves with false when the server cannot be reached. */
  const sendEdit = async ({ editId, operations, baseVersion }: PendingEdit): Promise<boolean> => {
    try {
      const { data } = await editing.updateSource({
        body: { file_id: file.id, edit_id: editId, operations: [...operations], base_version: baseVersion, client: 'web' },
      })
      setOffline(false)
      showChange(data)
      edits.markSaved(editId, data.version)
      suggest(data.suggested_terms)
      savedCallbacks.get(editId)?.(editId)
      savedCallbacks.delete(editId)
    } catch (error) {
      if (!(error instanceof Refused)) {
        setOffline(true)
        return false
      }
      edits.remove(editId)
      invalidateFiles(queries)
      if (error.refusal === 'conflict') {
        const replace = () => void edits.add({ operations, baseVersion: undefined })
        toast.warn(t('edit_conflict'), { action: { label: t('edit_keep_mine'), run: replace }, ms: seconds(30) })
      } else showFailure(t('edit_failed'), error)
    }
    return true
  }
  const sendNext = useEffectEvent(() => {
    const edit = pending.find(({ savedVersion }) => savedVersion === undefined)
    if (!edit || isSending.current) return
    isSending.current = true
    void sendEdit(edit).then((isAnswered) => {
      isSending.current = false
      // The effect of the saved edit may have run before this, when the next one could not be sent yet.
      if (isAnswered) setAttempt((count) => count + 1)
    })
  })
  // The server is the external system.
  useEffect(() => sendNext(), [pending, attempt])
  useEffect(() => onReconnect(() => setAttempt((count) => count + 1)), [])
  return { retry: () => setAttempt((count) => count + 1) }
}

/** Whether edits can be undone and redone, and how the shown recording follows what the server has changed. */
function useEditState(file: File, edits: PendingEdits, isReadOnly: boolean) {
  const queries = useQueryClient()
  const toast = useToast()
  const explain = useExplainError()
  const input = { params: { id: file.id }, query: { limit: 1 } }
  const { data } = useQuery({
    queryKey: [...editing.editHistory.key(input), file.extra_data.transcript_version ?? 0],
    queryFn: async ({ signal }) => (await editing.editHistory(input, { signal })).data,
    enabled: !isReadOnly && (file.extra_data.transcript_version ?? 0) > 0,
  })
  const [latest, setLatest] = useState<TranscriptChange>()
  const current = latest?.version === file.extra_data.transcript_version ? latest : data
  const showChange = (change: TranscriptChange) => {
    setLatest(change)
    edits.setVersion(change.version)
    changeShownFile(queries, file.id, ({ extra_data, trans_result }) => {
      // The response of an older request must not replace a newer transcript.
      if (change.version < (extra_data.transcript_version ?? 0)) return {}
      return {
        trans_result: mergeChange(trans_result ?? [], change),
        extra_data: { ...extra_data, transcript_version: change.version },
      }
    })
    void queries.invalidateQueries({ queryKey: editing.editHistory.key() })
  }
  const run = async (request: () => Promise<{ data: TranscriptChange }>) => {
    try {
      showChange((await request()).data)
    } catch (error) {
      const { text, requestId } = explain(error)
      toast.error(text, { requestId })
      invalidateFiles(queries)
    }
  }
  const params = { id: file.id }
  return {
    showChange,
    canUndo: current?.can_undo ?? false,
    canRedo: current?.can_redo ?? false,
    undo: (editId?: string) => run(() => editing.undoEdit({ params, body: { edit_id: editId } })),
    redo: () => run(() => editing.redoEdit({ params, body: {} })),
  }
}

/** Returns the segments with what the server has changed. */
function mergeChange(segments: readonly Segment[], { changed, removed, order }: TranscriptChange): Segment[] {
  const byId = new Map([...segments, ...changed].map((segment) => [segment.id, segment]))
  for (const id of removed) byId.delete(id)
  return (order ?? segments.map(({ id }) => id)).flatMap((id) => byId.get(id) ?? [])
}

/** Offers to remember a corrected name for later recordings. */
function useTermSuggestion({ filetag_id_list }: File) {
  const t = useTranslations('transcription')
  const toast = useToast()
  const explain = useExplainError()
  const add = async ({ term, sounds_like }: SuggestedTerm, folderId: string | null) => {
    try {
      // Most pages never need it.
      const { wordList } = await import('../word-list/wordListClient.ts')
      const { data } = await wordList.addTerm({
        body: { term, sounds_like: [sounds_like], folder_id: folderId, is_learnt: true },
      })
      const params = { term_id: data.id }
      const others = data.sounds_like.filter((text) => text !== sounds_like)
      // A term that was on the list before stays there.
      const undone = () =>
        others.length > 0 ? wordList.changeTerm({ params, body: { sounds_like: others } }) : wordList.removeTerm({ params })
      const undo = () => void undone().catch(() => undefined)
      toast.show(t('term_added', { term }), { action: { label: t('edit_undo'), run: undo } })
    } catch (error) {
      toast.error(explain(error).text)
    }
  }
  return ([suggestion]: readonly SuggestedTerm[]) => {
    if (!suggestion) return
    const [folderId] = filetag_id_list
    const everywhere = { label: t('term_everywhere'), run: () => void add(suggestion, null) }
    const inFolder = { label: t('term_this_folder'), run: () => void add(suggestion, folderId ?? null) }
    toast.show(t('term_suggestion', suggestion), { id: 'term', actions: folderId ? [inFolder, everywhere] : [everywhere] })
  }
}
