import { type ReactNode, useState } from 'react'
import { Copy, FileDiff, PencilLine, Trash2 } from 'lucide-react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import { ModelFailureText } from '#features/language-models/web.tsx'
import { absoluteAddress } from '#browser/page/absoluteAddress.ts'
import { copyMarkdown } from '#browser/page/copyMarkdown.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { paths } from '#shared/paths.ts'
import type { Millis } from '#shared/units.ts'
import type { Note, SummaryForm } from '../contract.ts'
import { CoverageLine } from './CoverageLine.tsx'
import { DimensionTabs } from './DimensionTabs.tsx'
import { readNoteDraft } from './editor/noteDraft.ts'
import { SummaryPlaceholder, SummarySkeleton } from './SummarySkeleton.tsx'
import { ChangeTodoContext, useSaveTodo } from './todos/todoTicks.ts'
import type { SummarizedFile } from './useNotes.ts'

// The Markdown parser is as large as the rest of the page, so it is loaded only when it is needed.
const SummaryMarkdown = lazyComponent(async () => (await import(/* chunk: offline */ './SummaryMarkdown.tsx')).SummaryMarkdown)
const SummarySections = lazyComponent(async () => (await import(/* chunk: offline */ './SummarySections.tsx')).SummarySections)
const Overview = lazyComponent(async () => (await import(/* chunk: offline */ './overview/Overview.tsx')).Overview)
const SpeakerMemo = lazyComponent(async () => (await import(/* chunk: offline */ './SpeakerMemo.tsx')).SpeakerMemo)
const NoteEditor = lazyComponent(async () => (await import('./editor/NoteEditor.tsx')).NoteEditor)
const CompareVersions = lazyComponent(async () => (await import('./compare/CompareVersions.tsx')).CompareVersions)

export type NoteTextProps = {
  file: SummarizedFile
  /** Undefined until it is loaded. */
  note: Note | undefined
  markdown: string
  form: SummaryForm | undefined
  /** The points that are unchanged in an edited text. */
  cited: SummaryForm | undefined
  /** Shows an earlier version beside the present one. */
  isComparing: boolean
  onCompare: (isComparing: boolean) => void
  /** Opens the settings of the language models. Undefined for users who cannot change them. */
  onConnectModel: (() => void) | undefined
  /** Undefined for a note that cannot be deleted. */
  onDelete?: () => void
}

/** The text of a summary or note: as an overview, by its sections, or as Markdown once it was edited. */
export function NoteText(props: NoteTextProps) {
  const { file, note, markdown, form, cited, isComparing, onCompare, onConnectModel, onDelete } = props
  const canEdit = note !== undefined && note.task_status !== 0 && note.version_id !== '' && !file.is_trash
  // A text that was typed and never saved is opened again.
  const [isEditing, setEditing] = useState(() => canEdit && readNoteDraft(file.id, note.note_id) !== undefined)
  const changeTodo = useSaveTodo(file.id, file.is_trash ? undefined : note)
  if (isComparing && note)
    return <CompareVersions fileId={file.id} note={note} onClose={() => onCompare(false)} fallback={<SummaryPlaceholder />} />
  if (isEditing && canEdit)
    return <NoteEditor fileId={file.id} note={note} onClose={() => setEditing(false)} fallback={<SummaryPlaceholder />} />
  const canCompare = note !== undefined && note.version_count > 0
  const toolbar = (
    <NoteToolbar
      fileId={file.id}
      markdown={markdown}
      onEdit={canEdit ? () => setEditing(true) : undefined}
      onCompare={canCompare ? () => onCompare(true) : undefined}
      onDelete={file.is_trash ? undefined : onDelete}
    />
  )
  const memo = note && (note.mark_title !== '' || note.mark_memo.length > 0) && <SpeakerMemo note={note} fallback={null} />
  return (
    <ChangeTodoContext value={changeTodo}>
      {form?.engine.kind === 'extractive' && form.template === null ? (
        <OverviewOf {...{ form, onConnectModel, memo }} duration={file.duration} actions={toolbar} />
      ) : (
        <div className="px-10 pt-3 pb-6 max-md:px-5 max-sm:px-4">
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1 pt-1.5 pointer-coarse:pt-3.25">{form && <NoteOrigin form={form} />}</div>
            {toolbar}
          </div>
          <div className="max-w-read">
            {form ? (
              <DimensionTabs form={form}>
                {(shown) => <SummarySections form={shown} fallback={<SummarySkeleton />} />}
              </DimensionTabs>
            ) : (
              <SummaryMarkdown markdown={markdown} cited={cited} fallback={<SummarySkeleton />} />
            )}
          </div>
          {memo}
        </div>
      )}
    </ChangeTodoContext>
  )
}

type OverviewOfProps = Pick<NoteTextProps, 'onConnectModel'> & {
  form: SummaryForm
  duration: Millis
  actions: ReactNode
  memo: ReactNode
}

/** The overview of a recording, with its dimensions and the notes of the speaker where there are any. */
function OverviewOf({ form, memo, ...rest }: OverviewOfProps) {
  const overview = (shown: SummaryForm) => <Overview {...rest} form={shown} fallback={<SummaryPlaceholder />} />
  if (!form.dimensions && !memo) return overview(form)
  return (
    <>
      <div className="px-10 max-md:px-5 max-sm:px-4">
        <DimensionTabs form={form}>
          {(shown) => <div className="-mx-10 max-md:-mx-5 max-sm:-mx-4">{overview(shown)}</div>}
        </DimensionTabs>
      </div>
      {memo && <div className="px-10 pb-6 max-md:px-5 max-sm:px-4">{memo}</div>}
    </>
  )
}

type NoteToolbarProps = { fileId: string; markdown: string } & Record<
  'onEdit' | 'onCompare' | 'onDelete',
  (() => void) | undefined
>

function NoteToolbar({ fileId, markdown, onEdit, onCompare, onDelete }: NoteToolbarProps) {
  const t = useTranslations('notes')
  const toast = useToast()
  const copy = async () => {
    try {
      await copyMarkdown(markdown, absoluteAddress(paths.file(fileId)))
      toast.show(t('copied'))
    } catch {
      toast.error(t('copyFailed'))
    }
  }
  return (
    <span className="flex flex-none">
      {onEdit && <IconButton size="sm" label={t('edit')} icon={<PencilLine aria-hidden />} onClick={onEdit} />}
      {onCompare && <IconButton size="sm" label={t('versions')} icon={<FileDiff aria-hidden />} onClick={onCompare} />}
      <IconButton size="sm" label={t('copy')} icon={<Copy aria-hidden />} onClick={() => void copy()} />
      {onDelete && <IconButton size="sm" label={t('deleteNote')} icon={<Trash2 aria-hidden />} onClick={onDelete} />}
    </span>
  )
}

/** Shows how much of the recording a note covers, and which engine and template made it. */
function NoteOrigin({ form: { coverage, engine, template, model_failure: failure } }: { form: SummaryForm }) {
  const t = useTranslations('notes')
  const author = engine.kind === 'llm' ? t('byModel', { model: engine.id }) : t('madeFromWords')
  const origin = template ? `${author} · ${template.name}` : author
  return (
    <div className="mb-4 grid grid-cols-1 gap-1 text-sm text-ink2">
      <CoverageLine coverage={coverage} />
      {/* One line, for which there is room before it is loaded. */}
      <span title={origin} className="truncate text-ink3">
        {origin}
      </span>
      {failure && <ModelFailureText {...failure} isPartial={engine.kind === 'llm'} />}
    </div>
  )
}
