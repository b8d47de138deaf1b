import type { CategoryId } from '../../contract.ts'
import type { TemplateLanguages } from '../templateLanguages.ts'
import type { DetailsState } from '../details/detailsState.ts'

/** What all tabs of the page get. */
export type TabProps = {
  query: string
  category: CategoryId | undefined
  languages: TemplateLanguages
  details: DetailsState
}
