import type { CategoryId } from '../../contract.ts'
import type { TemplateLanguages } from '../templateQueries.ts'
import type { DetailsState } from './TemplateGrid.tsx'

/** What all tabs of the page get. */
export type TabProps = {
  query: string
  category: CategoryId | undefined
  languages: TemplateLanguages
  details: DetailsState
}
