/** What the browser brings back from a provider: a request to `url`, or a POST of `form` when it is not null. */
export type ProviderRedirect = { readonly url: string; readonly form: string | null }
