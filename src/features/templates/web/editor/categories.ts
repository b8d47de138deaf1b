import { useQuery } from '@tanstack/react-query'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import type { CategoryId } from '../../contract.ts'
import { templates } from '../templatesClient.ts'

/** Returns the categories, with their names in the language of the page. */
export function useCategories() {
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
