import type { TemplateItem } from '../../contract.ts'

/** `anchor` is the card; null when the address of the page names the template. */
export type OpenedDetails = { readonly template: TemplateItem; readonly anchor: HTMLElement | null; readonly section: string }

/** Which details are shown. One template may be in several sections, so the section counts too. */
export type DetailsState = {
  readonly opened: OpenedDetails | null
  readonly open: (details: OpenedDetails) => void
}
