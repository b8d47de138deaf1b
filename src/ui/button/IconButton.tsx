import { Button as Base } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from './Button.tsx'
import type { ButtonSize, ButtonVariant } from './Button.tsx'
import { classes } from '../styles/classes.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import { Tooltip } from '../tooltip/Tooltip.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'children' | 'aria-label'> & {
  /** The accessible name, also shown in the tooltip. */
  label: string
  icon: ReactNode
  shortcut?: string | undefined
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean | undefined
  /** Disables the button and explains why; the tooltip shows it after the label. */
  disabledReason?: string | false | undefined
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
    disabledReason,
    side,
    className,
    type = 'button',
    ...rest
  } = props
  const accessibleName = disabledReason ? `${label}: ${disabledReason}` : label
  return (
    <Tooltip label={accessibleName} shortcut={disabledReason ? undefined : shortcut} side={side}>
      <Base
        {...rest}
        type={type}
        aria-label={accessibleName}
        aria-busy={busy || undefined}
        disabled={busy || Boolean(disabledReason)}
        focusableWhenDisabled
        className={classes(buttonClass({ variant, size, square: true }), className)}
      >
        {busy ? <Spinner /> : icon}
      </Base>
    </Tooltip>
  )
}
