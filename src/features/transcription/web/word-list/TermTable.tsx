import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import type { WordListTerm } from '../../contract.ts'
import { AddTermForm, EditTermForm } from './TermForm.tsx'
import { ROW_CLASS, TermRow } from './TermRow.tsx'
import type { WordListActions } from './useWordList.ts'

/** As many rows are shown at first, and added with the button below. */
const PAGE = 100

export type TermTableProps = {
  terms: readonly WordListTerm[]
  isSearch: boolean
  folderId: string | null
  actions: WordListActions
  /** Whether the plan of the user includes a word list. Without it terms can be changed and removed only. */
  canAdd: boolean
}

/** The terms of one list, which are added, changed in place, switched on and off, and removed. */
export function TermTable({ terms, isSearch, folderId, actions, canAdd }: TermTableProps) {
  const t = useTranslations('word-list')
  const tTranscript = useTranslations('transcription')
  const [shown, setShown] = useState(PAGE)
  const [editedId, setEditedId] = useState<string>()
  const { table, focusLater } = useFocusAfterEdit()
  const close = (focused: string | undefined) => {
    setEditedId(undefined)
    focusLater(focused)
  }
  return (
    <div ref={table}>
      <div aria-hidden className={`${ROW_CLASS} h-7 text-xs text-ink3 max-sm:hidden`}>
        <span>{t('words_write')}</span>
        <span>{t('words_sounds')}</span>
        <span>{t('words_learnt_from')}</span>
        <span className="text-right">{t('words_on')}</span>
      </div>
      {canAdd && <AddTermForm onAdd={(line) => actions.addTerm(line, folderId)} />}
      <ul aria-label={t('words_terms')}>
        {terms.slice(0, shown).map((term) =>
          term.id === editedId ? (
            <EditTermForm
              key={term.id}
              term={term}
              onSave={(line) => actions.changeTerm(term, line)}
              onRemove={() => {
                const index = terms.indexOf(term)
                void actions.removeTerm(term)
                close((terms[index + 1] ?? terms[index - 1])?.id)
              }}
              onClose={() => close(term.id)}
            />
          ) : (
            <TermRow
              key={term.id}
              term={term}
              onEdit={() => setEditedId(term.id)}
              onSwitch={(is_enabled) => void actions.changeTerm(term, { is_enabled })}
            />
          ),
        )}
      </ul>
      {terms.length === 0 && (
        <p className="border-t border-line py-4 text-md text-pretty text-ink2">
          {isSearch ? tTranscript('find_none') : t('words_empty')}
        </p>
      )}
      {terms.length > shown && (
        <Button className="mt-3" onClick={() => setShown(shown + PAGE)}>
          {tTranscript('history_more')}
        </Button>
      )}
    </div>
  )
}

/** Returns a function that moves the focus to the row of a term, or to the field of a new one, once the rows are shown. */
function useFocusAfterEdit() {
  const table = useRef<HTMLDivElement>(null)
  const [target, setTarget] = useState<{ id: string | undefined }>()
  // The focus is the external system.
  useEffect(() => {
    if (!target) return
    const row = target.id && table.current?.querySelector<HTMLElement>(`[data-term="${target.id}"]`)
    const element = row || table.current?.querySelector<HTMLElement>('input')
    element?.focus()
  }, [target])
  return { table, focusLater: (id: string | undefined) => setTarget({ id }) }
}
