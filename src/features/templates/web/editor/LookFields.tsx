import { Popover as Base } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide-react'
import { createElement, useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { POPUP_CLASS } from '#ui/styles/popupClass.ts'
import { ICONS } from '../card/icons.ts'
import { SWATCH_CLASS, TEMPLATE_COLORS, TemplateIcon } from '../card/TemplateIcon.tsx'

type LookFieldsProps = {
  icon: string
  color: string
  onChange: (look: { icon?: string; color?: string }) => void
}

/** The icon and the colour of a template. */
export function LookFields({ icon, color, onChange }: LookFieldsProps) {
  const t = useTranslations('templates')
  return (
    <div role="group" aria-label={t('icon_and_color')} className="grid gap-1.5">
      <span aria-hidden className="text-md font-[560]">
        {t('icon_and_color')}
      </span>
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <IconPicker icon={icon} color={color} onChange={(next) => onChange({ icon: next })} />
        <span className="flex flex-wrap gap-2 pointer-coarse:gap-1">
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

function IconPicker({ icon, color, onChange }: IconPickerProps) {
  const t = useTranslations('templates')
  const [open, setOpen] = useState(false)
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger
        aria-label={t('choose_icon')}
        className="flex items-center gap-1.5 rounded-[10px] pr-1 text-ink2 hover:text-ink pointer-coarse:min-h-11"
      >
        <TemplateIcon icon={icon} color={color} />
        <ChevronDown aria-hidden className="size-4.5" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            aria-label={t('choose_icon')}
            className={classes(POPUP_CLASS, 'grid grid-cols-8 gap-1 p-2 max-sm:grid-cols-6')}
          >
            {Object.entries(ICONS).map(([name, Icon]) => (
              <button
                key={name}
                type="button"
                // The names of Lucide are English words for what they show.
                aria-label={name.replaceAll('-', ' ')}
                aria-pressed={name === icon}
                onClick={() => {
                  onChange(name)
                  setOpen(false)
                }}
                className={classes(
                  'grid size-9 place-items-center rounded-md pointer-coarse:size-11 [&>svg]:size-4.5',
                  name === icon ? 'bg-accent-soft text-accent' : 'text-ink2 hover:bg-sunken hover:text-ink',
                )}
              >
                {createElement(Icon, { 'aria-hidden': true })}
              </button>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
