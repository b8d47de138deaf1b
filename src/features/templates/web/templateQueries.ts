import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { seconds } from '#shared/units.ts'
import { NO_EXPIRATION, getItem, setItem, useStored } from '#browser/storage/storage.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import type { CategoryId, TemplateItem, TemplateKind } from '../contract.ts'
import type { TemplateLanguages } from './pageState.ts'
import { customTemplates, templates } from './templatesClient.ts'

/** A template that is being translated is read again after this time, in case its live message was missed. */
const TRANSLATION_POLL = seconds(5)

const TRANSLATED_KEY = 'templates_translated'
const isTranslated = (): boolean => getItem(TRANSLATED_KEY) !== false

/** Returns whether templates of others are shown in the language of the page, and the setter. This browser remembers it. */
export const useIsTranslated = (): readonly [boolean, (isOn: boolean) => void] =>
  [useStored(isTranslated), (isOn: boolean) => setItem(TRANSLATED_KEY, isOn, { lifetime: NO_EXPIRATION })] as const

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

/** Returns the templates that fit a recording, and why. */
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

type ListRoute<Body> = {
  (input: { body: Body }, options: { signal: AbortSignal }): Promise<{ data: readonly { template: TemplateItem }[] }>
  key: (input: { body: Body }) => readonly unknown[]
}

/** Returns the templates of a list without pages. While the language changes, the old ones stay. */
function useTemplates<Body>(route: ListRoute<Body>, body: Body, { enabled = true } = {}) {
  return useQuery({
    queryKey: route.key({ body }),
    queryFn: ({ signal }) => route({ body }, { signal }),
    select: ({ data }) => data.map(({ template }) => template),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Returns the templates of the week; for the recording that the page stands on those that fit it come first (B§7). */
export const useWeekly = (languages: TemplateLanguages, fileId: string | undefined, options: { enabled: boolean }) =>
  useTemplates(templates.weekly, { ...languages, file_id: fileId }, options)

export const useDaily = (languages: TemplateLanguages) => useTemplates(templates.daily, languages)

export const useRecentlyUsed = (languages: TemplateLanguages) => useTemplates(templates.recentlyUsed, languages)

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
