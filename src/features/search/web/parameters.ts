/** The parameters of the address that this page knows. */
export const SEARCH_PARAMETERS = ['q', 'folder', 'source', 'speaker', 'language', 'from', 'to', 'min', 'max', 'sort'] as const
export type SearchParameters = { readonly [Name in (typeof SEARCH_PARAMETERS)[number]]?: string | undefined }
