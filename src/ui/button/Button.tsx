import { Button as Base } from '@base-ui/react/button'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
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
  /** What the button does, where the label leaves it open. Shown as a tooltip and read as its description. */
  hint?: string | undefined
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  disabledReason,
  hint,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const descriptionId = useId()
  const description = disabledReason || hint
  return (
    <>
      <Tooltip label={description}>
        <Base
          {...rest}
          type={type}
          disabled={busy || Boolean(disabledReason)}
          focusableWhenDisabled
          aria-busy={busy || undefined}
          aria-describedby={description ? descriptionId : rest['aria-describedby']}
          className={classes(buttonClass({ variant, size }), className)}
        >
          {busy ? <Spinner /> : icon}
          {children}
        </Base>
      </Tooltip>
      {description && (
        <span id={descriptionId} hidden>
          {description}
        </span>
      )}
    </>
  )
}

export type ButtonVariant = 'main' | 'plain' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

/**
 * Returns the class names of a button, also for links that look like one: `<Link className={buttonClass({ variant: 'main'
 * })}>`.
 */
export function buttonClass({
  variant = 'plain',
  size = 'md',
  square = false,
}: { variant?: ButtonVariant; size?: ButtonSize; square?: boolean } = {}): string {
  return classes(BASE_CLASS, VARIANT_CLASS[variant], square ? SQUARE_CLASS[size] : SIZE_CLASS[size])
}

const BASE_CLASS =
  'inline-flex flex-none items-center justify-center gap-2 rounded-md border font-[520] whitespace-nowrap select-none transition-colors ' +
  'pointer-coarse:min-h-11 [&_svg]:size-4.5 [&_svg]:flex-none not-aria-busy:aria-disabled:opacity-55'

const VARIANT_CLASS: Record<ButtonVariant, string> = {
  main: 'border-transparent bg-accent text-accent-ink not-aria-disabled:hover:bg-accent/90 not-aria-disabled:active:bg-accent/80',
  plain: 'border-line bg-raised text-ink not-aria-disabled:hover:bg-sunken not-aria-disabled:active:bg-line',
  quiet:
    'border-transparent bg-transparent text-ink2 not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink not-aria-disabled:active:bg-line',
  danger:
    'border-transparent bg-signal text-signal-ink not-aria-disabled:hover:bg-signal/90 not-aria-disabled:active:bg-signal/80',
}

const SIZE_CLASS: Record<ButtonSize, string> = { sm: 'h-7 px-2 text-sm', md: 'h-8.5 px-3 text-md', lg: 'h-11 px-4 text-base' }
const SQUARE_CLASS: Record<ButtonSize, string> = {
  sm: 'size-7 pointer-coarse:min-w-11',
  md: 'size-8.5 pointer-coarse:min-w-11',
  lg: 'size-11',
}
