import { minutes } from '#shared/units.ts'
import type { SearchFilters, SearchQuery, SearchSort } from '../contract.ts'
import type { SearchParameters } from './searchParameters.ts'

/** The search in the address of the page. */
export type SearchState = {
  query: string
  filters: Filters
  sort: SearchSort
}

/** An empty list or an absent limit does not filter. */
export type Filters = {
  /** Ids of folders; '' for recordings without a folder. */
  folders: readonly string[]
  sources: readonly string[]
  speakers: readonly string[]
  languages: readonly string[]
  /** Local days such as `2026-09-01`, both included. */
  from?: string | undefined
  to?: string | undefined
  /** Length in minutes. */
  min?: number | undefined
  max?: number | undefined
}

export const NO_FILTERS: Filters = { folders: [], sources: [], speakers: [], languages: [] }

/** Stands for recordings without a folder in the address. Folder ids are longer. */
const NO_FOLDER = 'none'

/** Parses the query parameters. Ignores invalid values. */
export function parseSearchParameters(parameters: SearchParameters): SearchState {
  const { q = '', folder, source, speaker, language, from, to, min, max, sort = 'best' } = parameters
  return {
    query: q,
    filters: {
      folders: parseList(folder).map((id) => (id === NO_FOLDER ? '' : id)),
      sources: parseList(source),
      speakers: parseList(speaker),
      languages: parseList(language),
      from: parseDay(from),
      to: parseDay(to),
      min: parseMinutes(min),
      max: parseMinutes(max),
    },
    sort,
  }
}

/** Returns a search as the query of the address, without default values. */
export function toSearchParameters({ query, filters, sort }: SearchState): SearchParameters {
  const { folders, sources, speakers, languages, from, to, min, max } = filters
  return {
    q: query.trim() || undefined,
    folder: toList(folders.map((id) => id || NO_FOLDER)),
    source: toList(sources),
    speaker: toList(speakers),
    language: toList(languages),
    from,
    to,
    min: min?.toString(),
    max: max?.toString(),
    sort: sort === 'best' ? undefined : sort,
  }
}

/** Returns the number of active filters; a range counts once. */
export function countFilters({ folders, sources, speakers, languages, from, to, min, max }: Filters): number {
  const isSet = [folders, sources, speakers, languages].map((list) => list.length > 0)
  return [...isSet, (from ?? to) !== undefined, (min ?? max) !== undefined].filter(Boolean).length
}

export type SearchRequest = Pick<SearchQuery, 'query' | 'sort'> & { filters: SearchFilters }

/** Converts a search to a request. The last word counts as complete when a space follows it. */
export function toRequest({ query, filters, sort }: SearchState): SearchRequest {
  const { folders, sources, speakers, languages, from, to, min, max } = filters
  return {
    query: query.replace(/\s+/g, ' ').trimStart().slice(0, 300),
    sort,
    filters: {
      folder_ids: [...folders],
      sources: [...sources],
      speakers: [...speakers],
      languages: [...languages],
      date_from: from === undefined ? undefined : startOfDay(from),
      date_to: to === undefined ? undefined : startOfDay(to, 1) - 1,
      length_from: min === undefined ? undefined : minutes(min),
      length_to: max === undefined ? undefined : minutes(max),
    },
  }
}

/** Returns local midnight at the beginning of a day, plus a number of days. Days differ in length when the clocks change. */
export function startOfDay(day: string, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).getTime()
}

/** Returns the local day of a time: `2026-09-01`. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** A comma separates values, so one in a name is escaped. */
const toList = (values: readonly string[]): string | undefined =>
  values.length === 0 ? undefined : values.map((value) => value.replace(/[%,]/g, encodeURIComponent)).join(',')

function parseList(text: string | undefined): string[] {
  if (!text) return []
  try {
    return [...new Set(text.split(',').map(decodeURIComponent))].filter((value) => value !== '' && value.length <= 200)
  } catch {
    return []
  }
}

const parseDay = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOfDay(text)) ? text : undefined

const parseMinutes = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined
