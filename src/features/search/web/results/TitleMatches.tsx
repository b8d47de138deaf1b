import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { searchTitlesCached, useLibrary } from '#features/files/web.tsx'
import { findWordMarks } from '#ui/search/findWordMarks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MARK_CLASS, MarkedText } from '#ui/search/MarkedText.tsx'
import { RecordingFacts } from './RecordingGroup.tsx'

const MAX_SHOWN = 50

/** The recordings of the local library with a matching title: the search that works without the server. */
export function TitleMatches({ query }: { query: string }) {
  const t = useTranslations('search')
  const library = useLibrary().data
  const files = useMemo(() => library?.filter((file) => !file.is_trash) ?? [], [library])
  const found = searchTitlesCached(files, query)
  return (
    <>
      <p role="status" className="mx-3 mt-3 text-sm text-ink2 max-sm:mx-2">
        {t('search_offline')} {t('search_recordings_found', { count: found.length })}
      </p>
      <ul className="mt-3">
        {found.slice(0, MAX_SHOWN).map((file) => (
          <li
            key={file.id}
            className="relative mx-3 flex flex-wrap items-center gap-x-3 border-t border-line py-3 text-sm leading-6 text-ink2 max-sm:mx-2"
          >
            <Link
              to="/file/$id"
              params={{ id: file.id }}
              data-result=""
              dir="auto"
              className="text-base font-[620] wrap-anywhere text-ink hover:underline"
            >
              <MarkedText text={file.filename} marks={findWordMarks(file.filename, query)} className={MARK_CLASS} />
            </Link>
            <RecordingFacts folder_ids={file.filetag_id_list} start_time={file.start_time} duration={file.duration} />
          </li>
        ))}
      </ul>
    </>
  )
}
