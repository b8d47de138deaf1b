import type { CategoryId, TemplateItem } from '../contract.ts'

/** The language of the page, and whether templates of others are shown in it. */
export type TemplateLanguages = { readonly language_os: string; readonly language_trans: string | undefined }

/** `anchor` is the card; null when the address of the page names the template. */
export type OpenedDetails = { readonly template: TemplateItem; readonly anchor: HTMLElement | null; readonly section: string }

/** Which details are shown. One template may be in several sections, so the section counts too. */
export type DetailsState = {
  readonly opened: OpenedDetails | null
  readonly open: (details: OpenedDetails) => void
}

/** What all tabs of the page get. */
export type TabProps = {
  query: string
  category: CategoryId | undefined
  languages: TemplateLanguages
  details: DetailsState
}

/** What can be done with a template in its details. */
export type TemplateAction = 'use' | 'try' | 'edit' | 'versions' | 'personalize' | 'delete'
export type RunTemplateAction = (action: TemplateAction, template: TemplateItem) => void
