/** The language of the page, and whether templates of others are shown in it. */
export type TemplateLanguages = { readonly language_os: string; readonly language_trans: string | undefined }
