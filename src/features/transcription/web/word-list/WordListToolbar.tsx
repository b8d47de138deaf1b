import { useRef } from 'react'
import type { ChangeEvent } from 'react'
import { MiB } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { saveBlob } from '#browser/page/saveBlob.ts'
import { Button } from '#ui/button/Button.tsx'
import { SearchField } from '#ui/search/SearchField.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import type { WordListTerm } from '../../contract.ts'
import { formatWordList, parseWordList } from '../../rules.ts'

/** A larger file is no word list. */
const MAX_FILE = 2 * MiB

export type WordListToolbarProps = {
  query: string
  onSearch: (query: string) => void
  /** The terms that are exported. */
  terms: readonly WordListTerm[]
  /** Undefined when nothing can be added. */
  onImport: ((list: ReturnType<typeof parseWordList>) => Promise<void>) | undefined
}

/** Searches the list, adds the terms of a file to it, and saves it as a file. */
export function WordListToolbar({ query, onSearch, terms, onImport }: WordListToolbarProps) {
  const t = useTranslations('word-list')
  const toast = useToast()
  const field = useRef<HTMLInputElement>(null)
  const importFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    const list = file && file.size <= MAX_FILE ? parseWordList(await file.text()) : undefined
    // Allows choosing the same file again.
    target.value = ''
    if (list) await onImport?.(list)
    else toast.warn(t('words_import_empty'))
  }
  // The mark of UTF-8, without which spreadsheets misread letters with accents.
  const exportFile = () => saveBlob(new Blob(['\uFEFF', formatWordList(terms)], { type: 'text/csv' }), 'word-list.csv')
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div className="min-w-40 flex-1 max-sm:basis-full">
        <SearchField label={t('words_find')} value={query} onChange={onSearch} />
      </div>
      {onImport && (
        <>
          <input
            ref={field}
            hidden
            type="file"
            aria-label={t('words_import')}
            accept=".txt,.csv,text/plain,text/csv"
            onChange={(event) => void importFile(event)}
          />
          <Button className="max-sm:flex-1" hint={t('words_import_hint')} onClick={() => field.current?.click()}>
            {t('words_import')}
          </Button>
        </>
      )}
      <Button className="max-sm:flex-1" disabledReason={terms.length === 0 && t('words_none')} onClick={exportFile}>
        {t('words_export')}
      </Button>
    </div>
  )
}
