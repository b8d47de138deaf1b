import { Folder, UserRound } from 'lucide-react'
import { useFolders } from '#features/folders/web.tsx'
import { useSpeakerLabels } from '#features/transcription/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Filters } from '../address.ts'
import { NO_FILTERS } from '../address.ts'
import { useFacets } from '../queries.ts'
import { DateFilter } from './DateFilter.tsx'
import { ListFilter } from './FilterBar.tsx'

/** An empty list or an absent limit does not filter. Days are local, such as `2026-09-01`, and inclusive. */
export type FilterScope = Pick<Filters, 'folders' | 'speakers' | 'from' | 'to'>

/** Chooses folders, days and speakers for a question, with the values of the user's library. */
export function ScopeFilters({ scope, onChange }: { scope: FilterScope; onChange: (scope: FilterScope) => void }) {
  const t = useTranslations('search')
  const tFiles = useTranslations('files')
  const folders = useFolders().data ?? []
  const speakers = (useFacets().data?.speakers ?? []).map(({ value }) => value)
  const speakerLabel = useSpeakerLabels([...speakers, ...scope.speakers].map((speaker) => ({ speaker })))
  const change = ({ folders: chosen, speakers: names, from, to }: FilterScope) =>
    onChange({ folders: chosen, speakers: names, from, to })
  return (
    <>
      {folders.length > 0 && (
        <ListFilter
          icon={<Folder aria-hidden />}
          name={t('search_folder')}
          values={[...folders.map(({ id }) => id), '']}
          label={(id) => (id === '' ? tFiles('unorganized') : (folders.find((folder) => folder.id === id)?.name ?? '…'))}
          selected={scope.folders}
          onChange={(selected) => change({ ...scope, folders: selected })}
        />
      )}
      <DateFilter filters={{ ...NO_FILTERS, ...scope }} onChange={change} />
      {speakers.length > 0 && (
        <ListFilter
          icon={<UserRound aria-hidden />}
          name={t('search_speaker')}
          values={speakers}
          label={speakerLabel}
          selected={scope.speakers}
          onChange={(selected) => change({ ...scope, speakers: selected })}
        />
      )}
    </>
  )
}
