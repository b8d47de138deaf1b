/** What a browser carries back to us from a provider: without a form it gets `url`, with one it posts the form there. */
export type Back = { readonly url: string; readonly form: string | null }
