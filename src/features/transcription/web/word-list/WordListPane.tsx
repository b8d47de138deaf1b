import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { includesRight } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'
import type { WordListTerm } from '../../contract.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import { Suggestions } from './Suggestions.tsx'
import { TermTable } from './TermTable.tsx'
import { useSuggestions, useTerms, useWordListActions } from './useWordList.ts'
import { WordListToolbar } from './WordListToolbar.tsx'

/** The word list: how names and terms are written, for all recordings and for those of a folder. */
export function WordListPane() {
  const t = useTranslations('word-list')
  const terms = useTerms()
  const suggestions = useSuggestions()
  const actions = useWordListActions()
  const { membership } = useMembership()
  const [folderId, setFolderId] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  if (!terms.data || !suggestions.data) {
    const failed = terms.error ? terms : suggestions
    const retry = () => void Promise.all([terms.refetch(), suggestions.refetch()])
    if (failed.error) return <ErrorState error={failed.error} title={t('words_failed')} onRetry={retry} />
    return <SkeletonRows rows={8} />
  }
  const found = terms.data.data.filter((term) => matches(term, query))
  const inScope = found.filter((term) => term.folder_id === folderId)
  const { suggestions: all, is_learning } = suggestions.data.data
  const isIncluded = !membership || includesRight(membership.membership_type, 'glossary')
  return (
    <div className="grid grid-cols-1 gap-4">
      {!isIncluded && <p className="rounded-lg bg-sunken p-3.5 text-base text-ink2">{t('words_not_included')}</p>}
      <WordListToolbar
        query={query}
        onSearch={setQuery}
        terms={terms.data.data.filter((term) => term.folder_id === folderId)}
        onImport={isIncluded ? (list) => actions.importTerms(list, folderId) : undefined}
      />
      <ScopeChoice terms={found} suggestions={all} folderId={folderId} onChange={setFolderId} />
      {isIncluded && <Suggestions key={folderId} suggestions={all} folderId={folderId} actions={actions} />}
      <TermTable
        key={`${folderId} ${query}`}
        terms={inScope}
        isSearch={query.trim() !== ''}
        folderId={folderId}
        actions={actions}
        canAdd={isIncluded}
      />
      <div className="border-t border-line pt-3.5">
        <Switch
          label={t('words_learn')}
          hint={t('words_learn_hint')}
          checked={is_learning}
          onChange={(isLearning) => void actions.setLearning(isLearning)}
        />
      </div>
    </div>
  )
}

/** Returns whether a term, or a text that it sounds like, contains the text that is searched for. */
function matches({ term, sounds_like }: WordListTerm, query: string): boolean {
  const text = query.trim().toLowerCase()
  return [term, ...sounds_like].some((candidate) => candidate.toLowerCase().includes(text))
}
