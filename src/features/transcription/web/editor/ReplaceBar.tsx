import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CaseSensitive, WholeWord } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { invalidateFiles } from '#features/files/web.tsx'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { MAX_REPLACED_FILES, editingContract } from '../../contract.ts'
import type { FoundFile, TextSearch } from '../../contract.ts'
import { searchPattern } from '../../rules.ts'
import type { TranscriptEditor } from './transcriptEditor.ts'

const editing = client('editing', editingContract, send)

type Scope = 'file' | 'folder' | 'library'

/** Replaces the text that is searched for, in this recording or in others, which are listed first. */
export function ReplaceBar({ editor, find }: { editor: TranscriptEditor; find: string }) {
  const t = useTranslations('transcription')
  const [replacement, setReplacement] = useState('')
  const [options, setOptions] = useState({ match_case: false, whole_word: false })
  const [scope, setScope] = useState<Scope>('file')
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const search = { find: useDeferredValue(find.trim()).slice(0, 200), ...options }
  const ownCount = useOwnCount(editor, search)
  const { data: found, isFetching } = useFoundFiles(scope, editor, search)
  const chosen = (found ?? []).filter((file) => !excluded.has(file.file_id))
  const count = scope === 'file' ? ownCount : chosen.reduce((sum, file) => sum + file.count, 0)
  const { replaceInFiles, isReplacing } = useReplaceInFiles(editor)
  const replaceAll = () => {
    const change = { ...search, replace: replacement }
    if (scope === 'file') editor.apply([{ kind: 'replace_all', ...change }])
    else void replaceInFiles(chosen, change)
  }
  const scopes: Scope[] = editor.folderId ? ['file', 'folder', 'library'] : ['file', 'library']
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 bg-raised px-10 pb-2 max-md:px-5 max-sm:px-4">
      <TextField
        className="min-w-40 flex-1"
        label={t('replace_with')}
        hideLabel
        placeholder={t('replace_with')}
        autoComplete="off"
        value={replacement}
        onChange={setReplacement}
      />
      <IconButton
        label={t('replace_match_case')}
        aria-pressed={options.match_case}
        className={options.match_case ? 'bg-accent-soft! text-accent!' : undefined}
        icon={<CaseSensitive aria-hidden />}
        onClick={() => setOptions({ ...options, match_case: !options.match_case })}
      />
      <IconButton
        label={t('replace_whole_word')}
        aria-pressed={options.whole_word}
        className={options.whole_word ? 'bg-accent-soft! text-accent!' : undefined}
        icon={<WholeWord aria-hidden />}
        onClick={() => setOptions({ ...options, whole_word: !options.whole_word })}
      />
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
      <Button busy={isReplacing} disabledReason={count === 0 && t('replace_nothing')} onClick={replaceAll}>
        {t('replace_all', { count })}
      </Button>
      {scope !== 'file' && (
        <FoundFiles
          files={found ?? []}
          isFetching={isFetching}
          excluded={excluded}
          onToggle={(id) => setExcluded((ids) => new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]))}
        />
      )}
    </div>
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

/** Returns how often the text is in this recording. */
function useOwnCount({ segments }: TranscriptEditor, { find, match_case, whole_word }: TextSearch): number {
  return useMemo(() => {
    if (find === '') return 0
    const pattern = searchPattern({ find, match_case, whole_word })
    return segments.reduce((sum, segment) => {
      return sum + (segment.not_understood ? 0 : [...segment.content.matchAll(pattern)].length)
    }, 0)
  }, [segments, find, match_case, whole_word])
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
function useReplaceInFiles(editor: TranscriptEditor) {
  const t = useTranslations('transcription')
  const queries = useQueryClient()
  const toast = useRecordingsToast()
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
  return { replaceInFiles, isReplacing: isReplacing || editor.status === 'saving' }
}
