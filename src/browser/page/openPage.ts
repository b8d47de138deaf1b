/** Leaves for a page of another site. */
export const openPage = (url: string): void => location.assign(url)

/** Loads this page again with this query, without what the address had before. */
export const reloadPage = (query: Readonly<Record<string, string>> = {}): void => {
  const search = new URLSearchParams(query).toString()
  location.assign(location.pathname + (search && `?${search}`))
}
