import { Check, Lock } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { TemplateItem } from '../../contract.ts'
import type { DetailsState } from '../pageState.ts'
import { LanguageBadge } from './LanguageBadge.tsx'
import { StatusChip } from './StatusChip.tsx'
import { TemplateIcon } from './TemplateIcon.tsx'
import { shownTexts } from './templateTexts.ts'

type TemplateCardProps = {
  template: TemplateItem
  /** Its details are shown. */
  isOpen: boolean
  onOpen: (anchor: HTMLElement) => void
  /** Shows the status of an own template instead of its language. */
  showsStatus?: boolean
}

/** A template in a grid. Pressing it shows its details. */
function TemplateCard({ template, isOpen, onOpen, showsStatus = false }: TemplateCardProps) {
  const t = useTranslations('templates')
  const { number } = useFormat()
  const { name, description } = shownTexts(template)
  const isOfficial = template.custom_type === 'system'
  const uses = template.usage_count
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={(event) => onOpen(event.currentTarget)}
      className={classes(
        'grid h-26.5 w-full grid-cols-[2.5rem_minmax(0,1fr)] content-start gap-x-3 rounded-lg border bg-raised p-3.75 text-left transition-colors hover:bg-sunken/60',
        isOpen ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <span className="row-span-2">
        <TemplateIcon icon={template.icon} color={template.icon_color} />
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-base leading-5.5 font-[600]">
        <span className="truncate">{name}</span>
        {template.is_locked === 1 && <Lock aria-label={t('locked')} className="ml-auto size-3.75 flex-none text-ink3" />}
      </span>
      <span className="truncate text-sm text-ink2">{description || ' '}</span>
      <span className="col-start-2 mt-3 flex min-w-0 items-center gap-1.5 text-sm text-ink3">
        <span className="flex min-w-0 items-center gap-1">
          <span className="truncate">{template.author_name || t('you')}</span>
          {isOfficial && <Check aria-label={t('official')} className="-ml-0.5 size-3.5 flex-none text-accent" />}
        </span>
        {uses > 0 && <span className="truncate">· {t('used', { count: uses, n: number(uses) })}</span>}
        <span className="ml-auto flex flex-none">
          {showsStatus && template.status !== '' ? (
            <StatusChip status={template.status} />
          ) : (
            <LanguageBadge template={template} />
          )}
        </span>
      </span>
    </button>
  )
}

const GRID_CLASS = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-3.5'

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

/** Placeholders in the shape of cards. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup className={GRID_CLASS}>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className="grid h-26.5 grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 rounded-lg border border-line bg-raised p-3.75"
        >
          <Skeleton className="size-10" />
          <div className="grid content-start gap-2.5 pt-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="mt-2 h-3 w-2/5" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
