import { BookText } from 'lucide-react'
import { useState } from 'react'
import { useFolder } from '#features/folders/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import type { TermSuggestion } from '../../contract.ts'
import type { WordListActions } from './useWordList.ts'

/** As many suggestions are shown at first. */
const SHOWN = 3

export type SuggestionsProps = {
  suggestions: readonly TermSuggestion[]
  /** Null shows those of all folders. */
  folderId: string | null
  actions: WordListActions
}

/** The corrections that can be added to the list, the most frequent first. */
export function Suggestions({ suggestions, folderId, actions }: SuggestionsProps) {
  const t = useTranslations('word-list')
  const tTranscript = useTranslations('transcription')
  const [showsAll, setShowsAll] = useState(false)
  const inScope = suggestions.filter((suggestion) => folderId === null || suggestion.folder_id === folderId)
  if (inScope.length === 0) return null
  return (
    <div className="grid gap-1.5">
      <ul aria-label={t('words_suggestions')} className="grid gap-1.5">
        {inScope.slice(0, showsAll ? undefined : SHOWN).map((suggestion) => (
          <SuggestionRow key={suggestion.id} suggestion={suggestion} folderId={folderId} actions={actions} />
        ))}
      </ul>
      {inScope.length > SHOWN && !showsAll && (
        <Button size="sm" variant="quiet" className="justify-self-start" onClick={() => setShowsAll(true)}>
          {tTranscript('history_more')}
        </Button>
      )}
    </div>
  )
}

/** Characters that stand for the words in their message, because the words have a style of their own. */
const [TERM, SOUND] = ['\uE000', '\uE001']

type SuggestionRowProps = Omit<SuggestionsProps, 'suggestions'> & { suggestion: TermSuggestion }

function SuggestionRow({ suggestion, folderId, actions }: SuggestionRowProps) {
  const t = useTranslations('word-list')
  const tTranscript = useTranslations('transcription')
  const { term, sounds_like, corrections: count } = suggestion
  const folder = useFolder(suggestion.folder_id ?? undefined)
  const countText =
    folderId !== null
      ? t('words_corrected_here', { count })
      : folder
        ? t('words_corrected_in', { count, folder: folder.name })
        : t('words_corrected', { count })
  const correction = t('words_correction', { term: TERM, sounds_like: SOUND }).split(new RegExp(`(${TERM}|${SOUND})`))
  return (
    <li
      aria-label={term}
      className="flex flex-wrap items-center justify-end gap-1.5 rounded-lg bg-accent-soft py-2 pr-2 pl-3 text-md [&>svg]:size-5"
    >
      <BookText aria-hidden className="mr-2 flex-none text-accent" />
      <p className="min-w-40 flex-1">
        {correction.map((part) =>
          part === TERM ? (
            <b key={part} className="font-[600]">
              {term}
            </b>
          ) : part === SOUND ? (
            <s key={part} className="text-ink2 decoration-1">
              {sounds_like}
            </s>
          ) : (
            part
          ),
        )}
        <span className="block text-sm text-ink2">{countText}</span>
      </p>
      <div className="flex flex-wrap justify-end gap-1.5">
        <Button variant="quiet" onClick={() => void actions.ignore(suggestion)}>
          {t('words_ignore')}
        </Button>
        <Button variant={suggestion.folder_id === null ? 'main' : 'plain'} onClick={() => void actions.accept(suggestion, null)}>
          {tTranscript('term_everywhere')}
        </Button>
        {suggestion.folder_id !== null && (
          <Button variant="main" onClick={() => void actions.accept(suggestion, suggestion.folder_id)}>
            {tTranscript('term_this_folder')}
          </Button>
        )}
      </div>
    </li>
  )
}
