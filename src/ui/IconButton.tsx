import { Button as Base } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from './buttonClass.ts'
import type { ButtonSize, ButtonVariant } from './buttonClass.ts'
import { classes } from './classes.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'children' | 'aria-label'> & {
  /** The accessible name, also shown in the tooltip. */
  label: string
  icon: ReactNode
  shortcut?: string | undefined
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean | undefined
  /** Disables the button and explains why; the tooltip shows it after the label. */
  disabledBecause?: string | false | undefined
  side?: 'top' | 'bottom' | 'left' | 'right'
}

export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon,
    shortcut,
    variant = 'quiet',
    size,
    busy = false,
    disabledBecause,
    side,
    className,
    type = 'button',
    ...rest
  } = props
  const said = disabledBecause ? `${label}: ${disabledBecause}` : label
  return (
    <Tooltip label={said} shortcut={disabledBecause ? undefined : shortcut} side={side}>
      <Base
        {...rest}
        type={type}
        aria-label={said}
        aria-busy={busy || undefined}
        disabled={busy || Boolean(disabledBecause)}
        focusableWhenDisabled
        className={classes(buttonClass({ variant, size, square: true }), className)}
      >
        {busy ? <Spinner /> : icon}
      </Base>
    </Tooltip>
  )
}
