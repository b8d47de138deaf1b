import { Button as Base } from '@base-ui/react/button'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from './buttonClass.ts'
import type { ButtonSize, ButtonVariant } from './buttonClass.ts'
import { classes } from '../styles/classes.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import { Tooltip } from '../tooltip/Tooltip.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  /** Use `main` at most once per view, and `danger` for an action that cannot be undone. */
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Shows a spinner and ignores further presses. The button keeps the focus. */
  busy?: boolean | undefined
  /** Disables the button and explains why. It stays focusable, so that the reason can be read. */
  disabledReason?: string | false | undefined
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  disabledReason,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  return (
    <>
      <Tooltip label={disabledReason}>
        <Base
          {...rest}
          type={type}
          disabled={busy || Boolean(disabledReason)}
          focusableWhenDisabled
          aria-busy={busy || undefined}
          aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
          className={classes(buttonClass({ variant, size }), className)}
        >
          {busy ? <Spinner /> : icon}
          {children}
        </Base>
      </Tooltip>
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}
