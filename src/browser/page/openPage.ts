/** Navigates to a page of another site. */
export const openPage = (url: string): void => location.assign(url)

/** Reloads this page with only this query. */
export const reloadPage = (query: Readonly<Record<string, string>> = {}): void => {
  const search = new URLSearchParams(query).toString()
  location.assign(location.pathname + (search && `?${search}`))
}
