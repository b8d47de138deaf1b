import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { seconds } from '#shared/units.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import type { CategoryId, TemplateItem, TemplateKind } from '../contract.ts'
import type { TemplateLanguages } from './templateLanguages.ts'
import { customTemplates, templates } from './templatesClient.ts'

/** A template that is being translated is read again after this time, in case its live message was missed. */
const TRANSLATION_POLL = seconds(5)

export function useTemplateLanguages(isTranslated: boolean): TemplateLanguages {
  const locale = useLocale()
  return { language_os: locale, language_trans: isTranslated ? locale : undefined }
}

/** Returns the counts, the categories that hold templates, and whether the user reviews templates. */
export function useTemplatesHome() {
  // The page shows no templates of this reply, so it asks for as few as there can be.
  const body = { language_os: useLocale(), page_size: 1 }
  return useQuery({ queryKey: templates.home.key({ body }), queryFn: ({ signal }) => templates.home({ body }, { signal }) })
}

/** Returns the lists of the first tab: of a recording, of the week, of the day, and what was used last. While the language changes, the old ones stay. */
export function useRecommended(languages: TemplateLanguages, fileId: string | undefined) {
  const query = { ...languages, file_id: fileId ?? '' }
  return useQuery({
    queryKey: templates.recommend.key({ query }),
    queryFn: ({ signal }) => templates.recommend({ query }, { signal }),
    select: ({ data, reasons }) => ({ list: data.map(({ template }) => template), reasons }),
    enabled: fileId !== undefined,
    // Another recording keeps the place of the section.
    placeholderData: keepPreviousData,
  })
}

/** Returns the templates of the week; for the recording that the page stands on those that fit it come first (B§7). */
export function useWeekly(languages: TemplateLanguages, fileId: string | undefined, { enabled }: { enabled: boolean }) {
  const body = { ...languages, file_id: fileId }
  return useQuery({
    queryKey: templates.weekly.key({ body }),
    queryFn: ({ signal }) => templates.weekly({ body }, { signal }),
    select: toTemplates,
    placeholderData: keepPreviousData,
    enabled,
  })
}

export const useDaily = (languages: TemplateLanguages) =>
  useQuery({
    queryKey: templates.daily.key({ body: languages }),
    queryFn: ({ signal }) => templates.daily({ body: languages }, { signal }),
    select: toTemplates,
    placeholderData: keepPreviousData,
  })

export const useRecentlyUsed = (languages: TemplateLanguages) =>
  useQuery({
    queryKey: templates.recentlyUsed.key({ body: languages }),
    queryFn: ({ signal }) => templates.recentlyUsed({ body: languages }, { signal }),
    select: toTemplates,
    placeholderData: keepPreviousData,
  })

/** Returns the own templates that match, by pages of 12 (B§9), and the limits of the plan. */
export function useOwnTemplates({ query, category }: { query: string; category: CategoryId | undefined }) {
  const body = { language_os: useLocale(), query: query || undefined, category_id: category }
  return useInfiniteQuery({
    queryKey: templates.mine.key({ body }),
    queryFn: ({ pageParam, signal }) => templates.mine({ body: { ...body, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ has_more }, _all, page) => (has_more ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

/** Returns the address that the next submission starts with (B§5), or an empty text. */
export function useSuggestedEmail(): string {
  const body = { page_size: 1 }
  const mine = useQuery({ queryKey: templates.mine.key({ body }), queryFn: ({ signal }) => templates.mine({ body }, { signal }) })
  return mine.data?.author_email ?? ''
}

export type TemplateFilter = {
  readonly query?: string | undefined
  readonly category?: CategoryId | undefined
  readonly kind?: TemplateKind | undefined
  /** 1 when a template is chosen for a recording, 2 when templates are browsed (B§7). */
  readonly scene: 1 | 2
  /** A template that the first page holds in any case. */
  readonly selected?: string | undefined
}

/** Returns the templates that match, by pages of 12 (B§9). */
export function useTemplateList(languages: TemplateLanguages, filter: TemplateFilter, { enabled = true } = {}) {
  const query = {
    ...languages,
    scene: filter.scene,
    category_id: filter.category,
    query: filter.query || undefined,
    kind: filter.kind,
    selected_template: filter.selected,
    has_recently_use: filter.scene === 1 ? '1' : undefined,
    has_custom: '1',
  }
  return useInfiniteQuery({
    queryKey: templates.list.key({ query }),
    queryFn: ({ pageParam, signal }) => templates.list({ query: { ...query, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ data }) => (data.has_more ? data.page + 1 : undefined),
    // What was found stays until the next result, so that the page does not flicker while one types.
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Returns one template in full. */
export function useTemplateDetail(id: string | undefined, languages: TemplateLanguages) {
  const input = { params: { id: id ?? '' }, query: languages }
  return useQuery({
    queryKey: customTemplates.read.key(input),
    queryFn: ({ signal }) => customTemplates.read(input, { signal }),
    select: ({ data }) => data,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.data.translation === 'pending' ? TRANSLATION_POLL : false),
  })
}

/** Invalidates every list of templates and every template. */
export const invalidateTemplates = async (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['templates'] })

const toTemplates = ({ data }: { data: readonly { template: TemplateItem }[] }): readonly TemplateItem[] =>
  data.map(({ template }) => template)
