import { History, X } from 'lucide-react'
import { useMe } from '#features/profile/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { clearRecentSearches, removeRecentSearch, useRecentSearches } from './recentSearches.ts'

/** The recent searches in this browser, each with a button that removes it. Renders nothing when there are none. */
export function RecentSearches({ onSearch }: { onSearch: (query: string) => void }) {
  const t = useTranslations('search')
  const tUi = useTranslations('ui')
  const owner = useMe()?.id
  const recent = useRecentSearches(owner)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent-searches" className="mx-3 mt-6 max-w-[40rem] max-sm:mx-2">
      <div className="flex items-center justify-between gap-3">
        <h2 id="recent-searches" className="text-sm font-[560] text-ink2">
          {t('search_recent')}
        </h2>
        <button
          type="button"
          onClick={() => clearRecentSearches(owner)}
          className="rounded-sm text-sm text-ink2 hover:text-ink hover:underline pointer-coarse:min-h-11"
        >
          {tUi('clear')}
        </button>
      </div>
      <ul className="mt-1">
        {recent.map((query) => (
          <li key={query} className="flex items-center gap-1 rounded-md hover:bg-sunken">
            <button
              type="button"
              data-result=""
              onClick={() => onSearch(query)}
              className="flex min-h-9 min-w-0 flex-1 items-center gap-3 rounded-md px-2 text-left pointer-coarse:min-h-11"
            >
              <History aria-hidden className="size-4 flex-none text-ink3" />
              <span dir="auto" className="truncate">
                {query}
              </span>
            </button>
            <IconButton
              size="sm"
              label={t('search_recent_remove', { query })}
              icon={<X aria-hidden />}
              onClick={() => removeRecentSearch(owner, query)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
