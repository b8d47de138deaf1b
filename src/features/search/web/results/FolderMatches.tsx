import { Link } from '@tanstack/react-router'
import { FolderSymbol, useFolders } from '#features/folders/web.tsx'
import { useCounts } from '#features/files/web.tsx'
import { containsWords, searchWords, searchableText } from '#shared/foldForSearch.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Returns the folders whose name contains every word of the query. */
export function useFoundFolders(query: string) {
  const words = searchWords(query)
  const { data } = useFolders()
  return words.length === 0 ? [] : (data ?? []).filter(({ name }) => containsWords(searchableText(name), words))
}

/** The folders with a matching name, as links to their lists. */
export function FolderMatches({ query }: { query: string }) {
  const t = useTranslations('search')
  const folders = useFoundFolders(query)
  const { byFolder } = useCounts()
  if (folders.length === 0) return null
  return (
    <section aria-label={t('search_folders')} className="mt-3 px-3 max-sm:px-2">
      <ul className="flex flex-wrap gap-2">
        {folders.map((folder) => (
          <li key={folder.id} className="max-w-full">
            <Link
              to="/file-list"
              search={{ tagId: folder.id }}
              data-result=""
              className="flex h-9 items-center gap-2 rounded-md border border-line bg-raised px-3 text-md hover:bg-sunken pointer-coarse:h-11"
            >
              <FolderSymbol folder={folder} />
              <bdi className="truncate font-[560]">{folder.name}</bdi>
              <span className="tabular flex-none text-sm text-ink2">
                {t('search_in_folder', { count: byFolder.get(folder.id) ?? 0 })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
