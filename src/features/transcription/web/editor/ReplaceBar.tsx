import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { FormEvent } from 'react'
import { invalidateFiles } from '#features/files/web.tsx'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import { MAX_REPLACED_FILES, editingContract } from '../../contract.ts'
import type { FoundFile, TextSearch } from '../../contract.ts'
import { findMatches } from '../segmentText.ts'
import { SearchOptionButtons } from './SearchOptionButtons.tsx'
import type { TranscriptSearch } from '../useTranscriptSearch.ts'
import type { TranscriptEditor } from './transcriptEditor.ts'

const editing = client('editing', editingContract, send)

type Scope = 'file' | 'folder' | 'library'

/** Replaces the text that is searched for, in this recording or in others, which are listed first. */
export function ReplaceBar({ editor, search: found }: { editor: TranscriptEditor; search: TranscriptSearch }) {
  const t = useTranslations('transcription')
  const [replacement, setReplacement] = useState('')
  const [scope, setScope] = useState<Scope>('file')
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const search = { find: useDeferredValue(toFind(found.query)), ...found.options }
  const { data: files = [], isFetching } = useFoundFiles(scope, editor, search)
  const chosen = files.filter((file) => !excluded.has(file.file_id))
  const count = scope === 'file' ? found.matches.length : chosen.reduce((sum, file) => sum + file.count, 0)
  const { replaceInFiles, isReplacing } = useReplaceInFiles()
  // The server replaces in several recordings, and must have the edits of this one.
  const isBusy = isReplacing || (scope !== 'file' && editor.status === 'saving')
  const replaceAll = () => {
    const change = { ...search, replace: replacement }
    if (scope === 'file') editor.apply([{ kind: 'replace_all', ...change, find: toFind(found.query) }])
    else void replaceInFiles(chosen, change)
  }
  const replaceOne = (event: FormEvent) => {
    event.preventDefault()
    replaceSelected(editor, found, replacement)
  }
  const scopes: Scope[] = editor.folderId ? ['file', 'folder', 'library'] : ['file', 'library']
  return (
    <form
      onSubmit={replaceOne}
      className="flex flex-none flex-wrap items-center gap-2 bg-raised px-10 pb-2 max-md:px-5 max-sm:px-4"
    >
      <TextField
        className="min-w-40 flex-1"
        label={t('replace_with')}
        hideLabel
        placeholder={t('replace_with')}
        autoComplete="off"
        value={replacement}
        onChange={setReplacement}
      />
      <SearchOptionButtons search={found} className="sm:hidden" />
      <Button type="submit" disabledReason={!found.selectedMatch && !found.isSearching && t('replace_nothing')}>
        {t('replace_one')}
      </Button>
      <Button busy={isBusy} disabledReason={count === 0 && t('replace_nothing')} onClick={replaceAll}>
        {t('replace_all', { count })}
      </Button>
      <div role="group" aria-label={t('replace_scope')} className="flex gap-1">
        {scopes.map((value) => (
          <Button
            key={value}
            variant={scope === value ? 'plain' : 'quiet'}
            aria-pressed={scope === value}
            onClick={() => setScope(value)}
          >
            {t(`replace_${value}`)}
          </Button>
        ))}
      </div>
      {scope !== 'file' && (
        <FoundFiles
          files={files}
          isFetching={isFetching}
          excluded={excluded}
          onToggle={(id) => setExcluded((ids) => new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]))}
        />
      )}
    </form>
  )
}

type FoundFilesProps = {
  files: readonly FoundFile[]
  isFetching: boolean
  excluded: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** The recordings that contain the text, each with its first line. */
function FoundFiles({ files, isFetching, excluded, onToggle }: FoundFilesProps) {
  const t = useTranslations('transcription')
  return (
    <div className="max-h-40 basis-full overflow-y-auto text-sm text-ink2">
      {isFetching && <p role="status">{t('replace_searching')}</p>}
      <ul aria-label={t('replace_recordings')}>
        {files.map(({ file_id, filename, count, lines: [line] }) => (
          <li key={file_id} className="flex items-baseline gap-3 py-0.5">
            <Checkbox
              label={`${filename}, ${t('replace_places', { count })}`}
              checked={!excluded.has(file_id)}
              onChange={() => onToggle(file_id)}
            />
            {line && (
              <span className="min-w-0 flex-1 truncate text-ink3">
                {line.before}
                <mark className="bg-warn-soft text-ink">{line.match}</mark>
                {line.after}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const toFind = (query: string): string => query.trim().slice(0, 200)

/** Replaces the selected match, and selects the one after it. While a new text is searched for, that is its first match. */
function replaceSelected(editor: TranscriptEditor, found: TranscriptSearch, text: string) {
  const { query, options, selectNext } = found
  const selectedMatch = found.isSearching ? findMatches(editor.segments, { find: query, ...options })[0] : found.selectedMatch
  const segment = selectedMatch && editor.segments[selectedMatch.segment]
  if (!segment) return
  const { segment: index, from, to } = selectedMatch
  const before = `${segment.content.slice(0, from)}${text}`.trimStart()
  const content = `${before}${segment.content.slice(to)}`.trim()
  editor.apply([{ kind: 'set_text', segment: segment.id, content }])
  const after = content === '' ? editor.segments.toSpliced(index, 1) : editor.segments.with(index, { ...segment, content })
  const matches = findMatches(after, { find: query, ...options })
  const isLater = (match: (typeof matches)[number]) =>
    match.segment > index || (match.segment === index && (content === '' || match.from >= before.length))
  const next = Math.max(0, matches.findIndex(isLater))
  selectNext(next, matches[next])
}

/** Returns the recordings of a folder or of the library that contain the text. They are looked for page by page. */
function useFoundFiles(scope: Scope, { folderId }: TranscriptEditor, search: TextSearch) {
  const folder_id = scope === 'folder' ? folderId : undefined
  return useQuery({
    queryKey: [...editing.findText.key({ body: { ...search, folder_id } }), 'all'],
    queryFn: async ({ signal }) => {
      const files: FoundFile[] = []
      let after: string | undefined
      do {
        const { data } = await editing.findText({ body: { ...search, folder_id, after } }, { signal })
        files.push(...data.files)
        after = data.next ?? undefined
      } while (after !== undefined)
      return files
    },
    enabled: scope !== 'file' && search.find !== '',
  })
}

/** Returns a function that replaces the text in recordings, and offers to undo it in all of them. */
function useReplaceInFiles() {
  const t = useTranslations('transcription')
  const queries = useQueryClient()
  const toast = useToast()
  const explain = useExplainError()
  const [isReplacing, setReplacing] = useState(false)
  const refresh = () => {
    invalidateFiles(queries)
    void queries.invalidateQueries({ queryKey: editing.findText.key() })
    void queries.invalidateQueries({ queryKey: editing.editHistory.key() })
  }
  const explainFailure = (error: unknown) => {
    const { text, requestId } = explain(error)
    toast.error(text, { requestId })
  }
  const undo = async (edits: readonly { file_id: string; edit_id: string }[]) => {
    try {
      for (const { file_id, edit_id } of edits) await editing.undoEdit({ params: { id: file_id }, body: { edit_id } })
    } catch (error) {
      explainFailure(error)
    } finally {
      refresh()
    }
  }
  const replaceInFiles = async (files: readonly FoundFile[], change: TextSearch & { replace: string }) => {
    setReplacing(true)
    const edits: { file_id: string; edit_id: string; count: number }[] = []
    try {
      for (let first = 0; first < files.length; first += MAX_REPLACED_FILES) {
        const file_ids = files.slice(first, first + MAX_REPLACED_FILES).map((file) => file.file_id)
        edits.push(...(await editing.replaceText({ body: { ...change, file_ids } })).data)
      }
    } catch (error) {
      explainFailure(error)
    } finally {
      setReplacing(false)
      refresh()
    }
    const count = edits.reduce((sum, edit) => sum + edit.count, 0)
    if (count > 0) toast.show(t('replaced', { count }), { action: { label: t('edit_undo'), run: () => void undo(edits) } })
  }
  return { replaceInFiles, isReplacing }
}
