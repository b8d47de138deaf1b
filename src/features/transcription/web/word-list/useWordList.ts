import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#shared/contract.ts'
import { Refused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { MAX_TERMS } from '../../contract.ts'
import type { TermSuggestion, WordListTerm, wordListContract } from '../../contract.ts'
import type { WordListLine } from '../../rules.ts'
import { wordList } from './wordListClient.ts'

/** The terms of the account and its folders in alphabetical order. */
export const useTerms = () =>
  useQuery({ queryKey: wordList.terms.key({}), queryFn: async ({ signal }) => wordList.terms({}, { signal }) })

/** The corrections that are not on the list, and whether new ones are remembered. */
export const useSuggestions = () =>
  useQuery({ queryKey: wordList.suggestions.key({}), queryFn: async ({ signal }) => wordList.suggestions({}, { signal }) })

type Terms = Reply<typeof wordListContract.terms>
type Suggestions = Reply<typeof wordListContract.suggestions>
type TermChange = Partial<Pick<WordListTerm, 'term' | 'sounds_like' | 'is_enabled'>>

export type WordListActions = ReturnType<typeof useWordListActions>

/** Returns what can be done with the list. Changes show at once; one that fails is explained and taken back. */
export function useWordListActions() {
  const t = useTranslations('word-list')
  const tTranscript = useTranslations('transcription')
  const toast = useToast()
  const run = useChange()
  const { showTerms, showSuggestions } = useShownList()
  const removeTerm = (term: WordListTerm) => {
    const undo = () => run(() => wordList.addTerm({ body: withoutId(term) }))
    showTerms((terms) => terms.filter(({ id }) => id !== term.id))
    toast.show(t('words_removed', { term: term.term }), {
      action: { label: tTranscript('edit_undo'), run: () => void undo(), undoes: true },
    })
    return run(() => wordList.removeTerm({ params: { term_id: term.id } }))
  }
  const hideSuggestion = ({ id }: TermSuggestion) =>
    showSuggestions((data) => ({ ...data, suggestions: data.suggestions.filter((suggestion) => suggestion.id !== id) }))
  return {
    /** Resolves with true when the term is on the list already. */
    addTerm: (line: WordListLine, folder_id: string | null) => run(() => wordList.addTerm({ body: { ...line, folder_id } })),
    /** Resolves with true when another term has that name. */
    changeTerm: (term: WordListTerm, change: TermChange) => {
      if (change.term === undefined) showTerms((terms) => terms.map((row) => (row.id === term.id ? { ...row, ...change } : row)))
      return run(() => wordList.changeTerm({ params: { term_id: term.id }, body: change }))
    },
    removeTerm,
    importTerms: async ({ lines, skipped }: { lines: readonly WordListLine[]; skipped: number }, folder_id: string | null) => {
      if (lines.length === 0) return void toast.warn(t('words_import_empty'))
      if (lines.length > MAX_TERMS) return void toast.warn(t('words_too_many', { max: MAX_TERMS }))
      await run(async () => {
        const { added, changed } = (await wordList.importTerms({ body: { terms: [...lines], folder_id } })).data
        const texts = [t('words_imported', { count: added + changed }), skipped > 0 ? t('words_skipped', { count: skipped }) : '']
        toast.show(texts.filter(Boolean).join(' '))
      })
    },
    accept: (suggestion: TermSuggestion, folder_id: string | null) => {
      const { term, sounds_like } = suggestion
      hideSuggestion(suggestion)
      return run(async () => {
        await wordList.addTerm({ body: { term, sounds_like: [sounds_like], folder_id, is_learnt: true } })
        toast.show(tTranscript('term_added', { term }))
      })
    },
    ignore: (suggestion: TermSuggestion) => {
      const setIgnored = (is_ignored: boolean) =>
        run(() => wordList.changeSuggestion({ params: { suggestion_id: suggestion.id }, body: { is_ignored } }))
      hideSuggestion(suggestion)
      toast.show(t('words_ignored', { term: suggestion.term }), {
        action: { label: tTranscript('edit_undo'), run: () => void setIgnored(false), undoes: true },
      })
      return setIgnored(true)
    },
    setLearning: (is_learning: boolean) => {
      showSuggestions((data) => ({ suggestions: is_learning ? data.suggestions : [], is_learning }))
      return run(() => wordList.changeSettings({ body: { is_learning } }))
    },
  }
}

/** A term as it is added again. */
const withoutId = ({ id: _id, created_time: _time, ...term }: WordListTerm) => term

/** Returns a function that runs a change and loads the list again. It resolves with true when the term is on the list already. */
function useChange(): (change: () => Promise<unknown>) => Promise<boolean> {
  const t = useTranslations('word-list')
  const tTranscript = useTranslations('transcription')
  const queries = useQueryClient()
  const showFailure = useFailureToast()
  return async (change) => {
    try {
      await change()
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : undefined
      if (refusal === 'known') return true
      showFailure(refusal === 'tooMany' ? t('words_too_many', { max: MAX_TERMS }) : tTranscript('edit_failed'), error)
    } finally {
      await Promise.all(
        [wordList.terms, wordList.suggestions].map((route) => queries.invalidateQueries({ queryKey: route.key() })),
      )
    }
    return false
  }
}

/** Changes the loaded list before the server has the change. */
function useShownList() {
  const queries = useQueryClient()
  return {
    showTerms: (change: (terms: WordListTerm[]) => WordListTerm[]) =>
      queries.setQueryData<Terms>(wordList.terms.key({}), (list) => list && { ...list, data: change(list.data) }),
    showSuggestions: (change: (data: Suggestions['data']) => Suggestions['data']) =>
      queries.setQueryData<Suggestions>(wordList.suggestions.key({}), (list) => list && { ...list, data: change(list.data) }),
  }
}
