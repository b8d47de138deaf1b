import { createElement } from 'react'
import { lazyCode, useLazyCode } from '#ui/lazy/lazyCode.ts'
import { classes } from '#ui/styles/classes.ts'
import { TEMPLATE_COLORS, type TemplateColorName } from '../../rules/templateColors.ts'

const iconsCode = lazyCode(() => import('./icons.ts'))

export type TemplateIconProps = { icon: string; color: string; size?: 'sm' | 'md' | 'lg' }

/** The icon of a template on a square of its colour. Icons and colours of other clients that are not known here get the first ones. */
export function TemplateIcon({ icon, color, size = 'md' }: TemplateIconProps) {
  // The square is there before its icon: all icons together are as large as the rest of the page.
  const { loaded: icons } = useLazyCode(iconsCode)
  return (
    <span aria-hidden className={classes('grid flex-none place-items-center', SIZE_CLASS[size], colorClass(color))}>
      {icons && createElement(icons.ICONS[icon] ?? icons.FALLBACK_ICON)}
    </span>
  )
}

const SIZE_CLASS = {
  sm: 'size-8 rounded-md [&>svg]:size-4',
  md: 'size-10 rounded-[10px] [&>svg]:size-4.5',
  lg: 'size-11 rounded-[10px] [&>svg]:size-5',
} as const

const COLOR_CLASS: Record<TemplateColorName, string> = {
  blue: 'bg-s1-soft text-s1',
  amber: 'bg-s2-soft text-s2',
  purple: 'bg-s3-soft text-s3',
  teal: 'bg-s4-soft text-s4',
  green: 'bg-accent-soft text-accent',
  gray: 'bg-sunken text-ink2',
}
export const SWATCH_CLASS: Record<TemplateColorName, string> = {
  blue: 'bg-s1',
  amber: 'bg-s2',
  purple: 'bg-s3',
  teal: 'bg-s4',
  green: 'bg-accent',
  gray: 'bg-ink2',
}

const colorClass = (color: string): string => COLOR_CLASS[TEMPLATE_COLORS.find((name) => name === color) ?? 'green']
