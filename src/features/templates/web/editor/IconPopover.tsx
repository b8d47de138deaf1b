import { Popover as Base } from '@base-ui/react/popover'
import { createElement } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { POPUP_CLASS } from '#ui/styles/popupClass.ts'
import { ICONS } from '../card/icons.ts'

export type IconPopoverProps = {
  /** The button that opened it. It gets the focus back. */
  anchor: HTMLElement
  icon: string
  onChange: (icon: string) => void
  onClose: () => void
}

/** All icons, to choose one. */
export function IconPopover({ anchor, icon, onChange, onClose }: IconPopoverProps) {
  const t = useTranslations('templates')
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align="start" sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            aria-label={t('choose_icon')}
            finalFocus={() => anchor}
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
                  onClose()
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
