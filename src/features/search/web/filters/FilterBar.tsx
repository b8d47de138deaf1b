import { AudioLines, Folder, Globe, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSource } from '#features/files/rules.ts'
import { useSourceName } from '#features/files/web.tsx'
import { useFolders } from '#features/folders/web.tsx'
import { useSpeakerLabels } from '#features/transcription/web.tsx'
import { languageName } from '#browser/i18n/languageName.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { MenuCheckboxItem } from '#ui/menu/Menu.tsx'
import type { SearchFacets } from '../../contract.ts'
import { NO_FILTERS, countFilters } from '../address.ts'
import type { FilterProps } from './FilterChip.tsx'
import { DateFilter } from './DateFilter.tsx'
import { FilterChip, NoValues } from './FilterChip.tsx'
import { LengthFilter } from './LengthFilter.tsx'

/** The filters of a search, with the values from the user's library. */
export function FilterBar({ filters, onChange, facets }: FilterProps & { facets: SearchFacets | undefined }) {
  const t = useTranslations('search')
  const tFiles = useTranslations('files')
  const locale = useLocale()
  const folders = useFolders().data ?? []
  const getSourceName = useSourceName()
  const speakers = facets?.speakers ?? []
  const speakerLabel = useSpeakerLabels(
    [...speakers.map(({ value }) => value), ...filters.speakers].map((speaker) => ({ speaker })),
  )
  const folderName = (id: string) =>
    id === '' ? tFiles('unorganized') : (folders.find((folder) => folder.id === id)?.name ?? '…')
  return (
    <div
      role="group"
      aria-label={t('search_filters')}
      className="mt-3 flex flex-wrap items-center gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none]"
    >
      <ListFilter
        icon={<Folder aria-hidden />}
        name={t('search_folder')}
        values={[...folders.map(({ id }) => id), ...(folders.length > 0 ? [''] : [])]}
        label={folderName}
        selected={filters.folders}
        onChange={(selected) => onChange({ ...filters, folders: selected })}
      />
      <ListFilter
        icon={<AudioLines aria-hidden />}
        name={t('search_source')}
        values={(facets?.sources ?? []).map(({ value }) => value)}
        label={(source) => (isSource(source) ? getSourceName(source) : source)}
        selected={filters.sources}
        onChange={(selected) => onChange({ ...filters, sources: selected })}
      />
      <ListFilter
        icon={<UserRound aria-hidden />}
        name={t('search_speaker')}
        values={speakers.map(({ value }) => value)}
        label={speakerLabel}
        selected={filters.speakers}
        onChange={(selected) => onChange({ ...filters, speakers: selected })}
      />
      <DateFilter filters={filters} onChange={onChange} />
      <LengthFilter filters={filters} onChange={onChange} />
      <ListFilter
        icon={<Globe aria-hidden />}
        name={t('search_language')}
        values={(facets?.languages ?? []).map(({ value }) => value)}
        label={(code) => languageName(code, locale)}
        selected={filters.languages}
        onChange={(selected) => onChange({ ...filters, languages: selected })}
      />
      {countFilters(filters) > 0 && (
        <button
          type="button"
          onClick={() => onChange(NO_FILTERS)}
          className="ml-2 flex-none rounded-sm text-sm whitespace-nowrap text-ink2 hover:text-ink hover:underline pointer-coarse:min-h-11"
        >
          {t('search_clear_filters')}
        </button>
      )}
    </div>
  )
}

type ListFilterProps = {
  icon: ReactNode
  name: string
  values: readonly string[]
  label: (value: string) => string
  selected: readonly string[]
  onChange: (selected: readonly string[]) => void
}

/** A filter with multiple values. */
export function ListFilter({ icon, name, values, label, selected, onChange }: ListFilterProps) {
  const [first, ...others] = selected
  const value = first === undefined ? undefined : others.length === 0 ? label(first) : `${label(first)} +${others.length}`
  // Includes selected values that no recording has any more, so that they can be unselected.
  const all = [...new Set([...values, ...selected])]
  return (
    <FilterChip icon={icon} name={name} value={value} onClear={() => onChange([])}>
      {all.length === 0 && <NoValues />}
      {all.map((entry) => (
        <MenuCheckboxItem
          key={entry}
          checked={selected.includes(entry)}
          onChange={(isOn) => onChange(isOn ? [...selected, entry] : selected.filter((other) => other !== entry))}
        >
          <bdi>{label(entry)}</bdi>
        </MenuCheckboxItem>
      ))}
    </FilterChip>
  )
}
