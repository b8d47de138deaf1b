import type { TemplateItem } from '../../contract.ts'
import { GRID_CLASS, TemplateCard } from '../card/TemplateCard.tsx'
import type { DetailsState } from '../details/detailsState.ts'

export type TemplateGridProps = {
  /** Identifies the section on the page. */
  section: string
  label: string
  templates: readonly TemplateItem[]
  details: DetailsState
  showsStatus?: boolean
}

export function TemplateGrid({ section, label, templates, details, showsStatus = false }: TemplateGridProps) {
  return (
    <ul aria-label={label} className={GRID_CLASS}>
      {templates.map((template) => (
        <li key={template.id} className="min-w-0">
          <TemplateCard
            template={template}
            showsStatus={showsStatus}
            isOpen={details.opened?.template.id === template.id && details.opened.section === section}
            onOpen={(anchor) => details.open({ template, anchor, section })}
          />
        </li>
      ))}
    </ul>
  )
}
