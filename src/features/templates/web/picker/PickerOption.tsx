import { Check, Lock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import type { TemplateItem } from '../../contract.ts'
import { LanguageBadge } from '../card/LanguageBadge.tsx'
import { TemplateIcon } from '../card/TemplateIcon.tsx'
import { shownTexts } from '../card/templateTexts.ts'

type PickerOptionProps = {
  template: TemplateItem
  isChosen: boolean
  /** How often a locked template can still be tried; undefined until it is known. */
  tries: number | undefined
  option: ComponentProps<'div'>
}

/** A template in the list of the picker. A locked one can be chosen while it can be tried. */
export function PickerOption({ template, isChosen, tries, option }: PickerOptionProps) {
  const t = useTranslations('templates')
  const { name, description } = shownTexts(template)
  const isLocked = template.is_locked === 1
  const isDisabled = isLocked && tries === 0
  return (
    <div
      {...option}
      aria-disabled={isDisabled || undefined}
      className={classes(
        'grid min-h-14 cursor-default grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-md px-2 py-1.5 select-none data-highlighted:bg-sunken',
        isDisabled && 'text-ink3',
      )}
    >
      <TemplateIcon icon={template.icon} color={template.icon_color} size="sm" />
      <span className="grid min-w-0 grid-cols-1">
        <span className="flex items-center gap-1.5 text-md font-[560]">
          <span className="truncate">{name}</span>
          {isLocked && <Lock aria-label={t('locked')} className="size-3.5 flex-none text-ink3" />}
        </span>
        <span className="truncate text-sm text-ink2">
          {isLocked && tries !== undefined ? (tries > 0 ? t('tries_left', { count: tries }) : t('not_in_plan')) : description}
        </span>
      </span>
      <span className="flex items-center gap-2">
        <LanguageBadge template={template} />
        {isChosen && <Check aria-label={t('chosen')} className="size-4.5 text-accent" />}
      </span>
    </div>
  )
}
