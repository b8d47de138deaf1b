import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { TEMPLATE_COLORS } from '../../rules/templateColors.ts'
import { SWATCH_CLASS, TemplateIcon } from '../card/TemplateIcon.tsx'
import type { IconPopoverProps } from './IconPopover.tsx'

type LookFieldsProps = {
  icon: string
  color: string
  onChange: (look: { icon?: string; color?: string }) => void
}

/** The icon and the colour of a template. */
export function LookFields({ icon, color, onChange }: LookFieldsProps) {
  const t = useTranslations('templates')
  return (
    <div role="group" aria-label={t('icon_and_color')} className="grid content-start gap-1.5">
      <span aria-hidden className="text-md font-[560]">
        {t('icon_and_color')}
      </span>
      <div className="flex min-h-10 items-center gap-3 max-sm:flex-wrap">
        <IconPicker icon={icon} color={color} onChange={(next) => onChange({ icon: next })} />
        <span className="flex flex-wrap gap-2 max-lg:gap-1">
          {TEMPLATE_COLORS.map((name) => (
            <button
              key={name}
              type="button"
              aria-label={t(`color_${name}`)}
              aria-pressed={name === color}
              onClick={() => onChange({ color: name })}
              className="grid size-6 place-items-center rounded-full pointer-coarse:size-11"
            >
              <span
                className={classes(
                  'size-5 rounded-full',
                  SWATCH_CLASS[name],
                  name === color && 'ring-2 ring-ink ring-offset-2 ring-offset-raised',
                )}
              />
            </button>
          ))}
        </span>
      </div>
    </div>
  )
}

type IconPickerProps = { icon: string; color: string; onChange: (icon: string) => void }

const IconPopover = lazyComponent<IconPopoverProps>(async () => (await import('./IconPopover.tsx')).IconPopover)

function IconPicker({ icon, color, onChange }: IconPickerProps) {
  const t = useTranslations('templates')
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        aria-label={t('choose_icon')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex flex-none items-center gap-1.5 rounded-[10px] pr-1 text-ink2 hover:text-ink pointer-coarse:min-h-11"
      >
        <TemplateIcon icon={icon} color={color} />
        <ChevronDown aria-hidden className="size-4.5" />
      </button>
      {open && anchor && <IconPopover anchor={anchor} icon={icon} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  )
}
