import { languageTag } from '#shared/locales.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SearchResult } from '../../contract.ts'

type DidYouMeanProps = Pick<SearchResult, 'left_out' | 'suggestion'> & { onSearch: (query: string) => void }

/** Lists the words that occur in no recording, and offers a search with similar words that do. */
export function DidYouMean({ left_out, suggestion, onSearch }: DidYouMeanProps) {
  const t = useTranslations('search')
  const locale = useLocale()
  if (left_out.length === 0 && suggestion === null) return null
  const words = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' }).format(
    left_out.map(({ word }) => t('search_quoted', { word })),
  )
  return (
    <p className="mx-3 mt-5 flex flex-wrap items-baseline gap-x-2.5 gap-y-1 max-sm:mx-2">
      {suggestion !== null && (
        <span>
          {t('search_did_you_mean')}{' '}
          <button
            type="button"
            dir="auto"
            onClick={() => onSearch(suggestion)}
            className="rounded-sm text-left font-[560] text-accent hover:underline pointer-coarse:min-h-11"
          >
            {suggestion}
          </button>
        </span>
      )}
      {left_out.length > 0 && (
        <span className="text-sm text-ink2">{t('search_left_out', { count: left_out.length, words })}</span>
      )}
    </p>
  )
}
