import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Cpu, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { client } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { send } from '#browser/http/send.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { editingContract, VOICE_PRINT_CLIENT } from '../../contract.ts'
import type { Edit } from '../../contract.ts'
import type { TranscriptEditor } from './transcriptEditor.ts'

const editing = client('editing', editingContract, send)

export type HistoryPanelProps = {
  editor: TranscriptEditor
  /** The paragraph with the caret. */
  active: Pick<Segment, 'id'> | undefined
  showsMachine: boolean
  onShowMachine: (isShown: boolean) => void
  onClose: () => void
}

/**
 * The edits of a transcript or of its paragraph with the caret, newest first. Each can be undone, and what a new transcription did
 * not contain is named. At the end, the recognised text can be restored.
 */
export function HistoryPanel({ editor, active, showsMachine, onShowMachine, onClose }: HistoryPanelProps) {
  const t = useTranslations('transcription')
  const ui = useTranslations('ui')
  const titleId = useId()
  const [isFiltered, setFiltered] = useState(false)
  const segment = isFiltered ? active?.id : undefined
  const history = useHistory(editor.fileId, segment)
  const edits = history.data?.pages.flatMap((page) => page.edits) ?? []
  return (
    <aside
      aria-labelledby={titleId}
      className="flex min-h-0 w-80 flex-none flex-col border-l border-line @max-[44rem]/transcript:h-[43%] @max-[44rem]/transcript:w-full @max-[44rem]/transcript:border-t @max-[44rem]/transcript:border-l-0"
    >
      <div className="flex h-11 flex-none items-center gap-2 border-b border-line pr-2 pl-4 pointer-coarse:h-12">
        <h2 id={titleId} className="flex-1 text-md font-[600]">
          {t('edit_history')}
        </h2>
        <IconButton size="sm" label={ui('close')} icon={<X aria-hidden />} onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="border-b border-line px-4 py-3">
          <Switch label={t('show_machine')} hint={t('show_machine_hint')} checked={showsMachine} onChange={onShowMachine} />
        </div>
        <ScopeButtons isFiltered={segment !== undefined} hasParagraph={active !== undefined} onChange={setFiltered} />
        {history.isPending && (
          <p className="p-4">
            <Spinner />
          </p>
        )}
        {history.isError && <ErrorState error={history.error} onRetry={() => void history.refetch()} />}
        {history.isSuccess && edits.length === 0 && <p className="px-4 py-3 text-sm text-ink2">{t('history_none')}</p>}
        <ul>
          {edits.map((edit) => (
            <HistoryEntry key={edit.edit_id} edit={edit} onUndo={() => editor.undo(edit.edit_id)} />
          ))}
        </ul>
        {history.hasNextPage && (
          <Button className="m-4" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('history_more')}
          </Button>
        )}
        {history.isSuccess && (
          <MachineEntry
            time={history.data.pages[0]?.machine_time ?? null}
            isUnchanged={segment === undefined && edits.every((edit) => edit.is_undone)}
            onRestore={() => editor.apply([{ kind: 'restore' }])}
          />
        )}
      </div>
    </aside>
  )
}

function useHistory(fileId: string, segment: string | undefined) {
  const params = { id: fileId }
  return useInfiniteQuery({
    queryKey: [...editing.editHistory.key({ params, query: { segment } }), 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await editing.editHistory({ params, query: { before: pageParam, segment } }, { signal })).data,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // The other list stays until this one is there, so that nothing moves.
    placeholderData: keepPreviousData,
  })
}

type ScopeButtonsProps = { isFiltered: boolean; hasParagraph: boolean; onChange: (isFiltered: boolean) => void }

function ScopeButtons({ isFiltered, hasParagraph, onChange }: ScopeButtonsProps) {
  const t = useTranslations('transcription')
  return (
    <div role="group" aria-label={t('history_scope')} className="m-3 flex gap-0.5 rounded-md bg-sunken p-0.5">
      {[false, true].map((value) => (
        <Button
          key={String(value)}
          size="sm"
          variant={isFiltered === value ? 'plain' : 'quiet'}
          aria-pressed={isFiltered === value}
          className="min-w-0 flex-1!"
          disabledReason={value && !hasParagraph && t('edit_needs_paragraph')}
          onClick={() => onChange(value)}
        >
          <span className="truncate">{t(value ? 'history_paragraph' : 'history_all')}</span>
        </Button>
      ))}
    </div>
  )
}

type MachineEntryProps = { time: number | null; isUnchanged: boolean; onRestore: () => void }

/** The recognised text, below all edits. */
function MachineEntry({ time, isUnchanged, onRestore }: MachineEntryProps) {
  const t = useTranslations('transcription')
  const format = useFormat()
  const now = useNow(minutes(1))
  return (
    <div className="flex items-center gap-2 px-4 py-2.5 text-sm text-ink2 [&>svg]:size-4 [&>svg]:flex-none">
      <Cpu aria-hidden />
      <span className="min-w-0 flex-1 truncate font-[560] text-ink">{t('machine_version')}</span>
      {time !== null && <span className="tabular flex-none">{format.moment(time * 1000, now)}</span>}
      <Button size="sm" variant="quiet" disabledReason={isUnchanged && t('history_none')} onClick={onRestore}>
        {t('restore_machine')}
      </Button>
    </div>
  )
}

function HistoryEntry({ edit, onUndo }: { edit: Edit; onUndo: () => void }) {
  const t = useTranslations('transcription')
  const format = useFormat()
  const now = useNow(minutes(1))
  const { change, unapplied } = edit
  return (
    <li
      data-undone={edit.is_undone || undefined}
      className="group border-b border-line px-4 py-2.5 text-sm text-ink2 data-undone:text-ink3"
    >
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-[560] text-ink group-data-undone:text-ink3">
          {t(edit.client === VOICE_PRINT_CLIENT ? 'edit_source_voice_print' : `edit_source_${edit.source}`)}
        </span>
        <span className="tabular flex-none">{format.moment(edit.made_time * 1000, now)}</span>
      </div>
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 break-words">
          <EditSummary edit={edit} />
        </span>
        <span className="tabular flex-none">{formatTimestamp(change.start_time)}</span>
      </div>
      {unapplied.length > 0 && (
        <p className="mt-1 text-warn">
          {t('edit_unapplied')} {unapplied.map(({ before, after }) => `${before} → ${after}`).join(', ')}
        </p>
      )}
      {edit.is_undone ? (
        <span className="text-ink3">{t('edit_undone')}</span>
      ) : (
        <Button size="sm" variant="quiet" className="-ml-2" onClick={onUndo}>
          {t('edit_undo')}
        </Button>
      )}
    </li>
  )
}

/** What an edit did: the words before and after, or a sentence. */
function EditSummary({ edit: { kind, change, count } }: { edit: Edit }) {
  const t = useTranslations('transcription')
  if (kind === 'set_text' || kind === 'replace_all' || kind === 'replace_transcript' || kind === 'mixed') {
    return (
      <>
        <del>{change.before}</del> → {change.after} {count > 1 && t('edit_places', { count })}
      </>
    )
  }
  if (kind === 'rename_speaker' || kind === 'set_speaker') return t('edit_renamed', { from: change.before, to: change.after })
  return t(`edit_did_${kind}`)
}
