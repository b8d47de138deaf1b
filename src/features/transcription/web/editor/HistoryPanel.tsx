import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import { client } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { formatClock } from '#browser/i18n/format.ts'
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
  showsMachine: boolean
  onShowMachine: (isShown: boolean) => void
  onClose: () => void
}

/** The edits of a transcript, newest first. Each can be undone, and what a new transcription did not contain is named. */
export function HistoryPanel({ editor, showsMachine, onShowMachine, onClose }: HistoryPanelProps) {
  const t = useTranslations('transcription')
  const ui = useTranslations('ui')
  const titleId = useId()
  const params = { id: editor.fileId }
  const history = useInfiniteQuery({
    queryKey: [...editing.editHistory.key({ params, query: {} }), 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await editing.editHistory({ params, query: { before: pageParam } }, { signal })).data,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
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
      </div>
    </aside>
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
      className="group border-b border-line px-4 py-2.5 text-sm text-ink2 data-undone:opacity-60"
    >
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-[560] text-ink">
          {t(edit.client === VOICE_PRINT_CLIENT ? 'edit_source_voice_print' : `edit_source_${edit.source}`)}
        </span>
        <span className="tabular flex-none">{format.moment(edit.made_time * 1000, now)}</span>
      </div>
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 break-words">
          <EditSummary edit={edit} />
        </span>
        <span className="tabular flex-none">{formatClock(change.start_time / 1000)}</span>
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
