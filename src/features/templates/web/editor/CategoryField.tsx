import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { NativeSelect } from '#ui/select/NativeSelect.tsx'
import { CATEGORY_IDS, type CategoryId } from '../../contract.ts'
import { templates } from '../templatesClient.ts'

/** Returns the categories, with their names in the language of the page. */
function useCategories() {
  const query = { language_os: useLocale() }
  return useQuery({
    queryKey: templates.categories.key({ query }),
    queryFn: ({ signal }) => templates.categories({ query }, { signal }),
    select: ({ data }) => data,
  }).data
}

/** Returns the name of a category, or an empty text. */
export const useCategoryName = (id: CategoryId | ''): string =>
  useCategories()?.find((category) => category.id === id)?.name ?? ''

type CategoryFieldProps = {
  value: CategoryId | ''
  onChange: (category: CategoryId | '') => void
  error?: string | undefined
}

/** The category of a template. */
export function CategoryField({ value, onChange, error }: CategoryFieldProps) {
  const t = useTranslations('templates')
  const tUi = useTranslations('ui')
  const id = useId()
  const categories = useCategories() ?? []
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="w-fit text-md font-[560] text-ink">
        {t('category')}
      </label>
      <NativeSelect
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        options={[
          { value: '', label: tUi('choose') },
          ...categories.map(({ id: category, name }) => ({ value: category, label: name })),
        ]}
        value={value}
        onChange={(next) => onChange(CATEGORY_IDS.find((category) => category === next) ?? '')}
        className="[&>select]:h-10"
      />
      {error && (
        <p id={`${id}-error`} className="text-sm text-signal">
          {error}
        </p>
      )}
    </div>
  )
}
