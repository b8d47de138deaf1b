import { useId } from 'react'
import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'
import { NativeSelect } from '../select/NativeSelect.tsx'
import type { NativeSelectProps } from '../select/NativeSelect.tsx'

export type SettingRowProps = {
  title: ReactNode
  hint?: ReactNode
  /** The id of the control that the title labels. */
  htmlFor?: string
  hintId?: string
  /** The control, at the end of the row; on a phone below the title. */
  children?: ReactNode
  /** Full width, below title and control. */
  below?: ReactNode
}

/** One setting with title, explanation and control, separated from the next by a line. */
export function SettingRow({ title, hint, htmlFor, hintId, children, below }: SettingRowProps) {
  const titleClass = 'block text-base font-[600] text-ink'
  return (
    <div className="border-b border-line py-4 last:border-0">
      <div className="flex items-start justify-between gap-x-6 gap-y-2.5 max-sm:flex-col">
        <div className="grid min-w-0 flex-1 gap-1 self-center max-sm:self-stretch">
          {htmlFor ? (
            <label htmlFor={htmlFor} className={titleClass}>
              {title}
            </label>
          ) : (
            <p className={titleClass}>{title}</p>
          )}
          {hint && (
            <div id={hintId} className="text-sm text-pretty text-ink2">
              {hint}
            </div>
          )}
        </div>
        {children && (
          <div className="flex max-w-full flex-wrap items-center gap-2 max-sm:w-full sm:max-w-[60%] sm:justify-end">
            {children}
          </div>
        )}
      </div>
      {below && <div className="pt-3">{below}</div>}
    </div>
  )
}

export type ChoiceRowProps = Pick<SettingRowProps, 'title' | 'hint' | 'below'> &
  Pick<NativeSelectProps, 'options' | 'value' | 'onChange' | 'disabled'>

/** A setting with a select. All have one width. */
export function ChoiceRow({ title, hint, below, ...select }: ChoiceRowProps) {
  const id = useId()
  return (
    <SettingRow title={title} hint={hint} below={below} htmlFor={id} hintId={`${id}-hint`}>
      <NativeSelect {...select} id={id} aria-describedby={hint ? `${id}-hint` : undefined} className="w-72 max-sm:w-full" />
    </SettingRow>
  )
}

/** A group of setting rows under a heading. */
export function SettingGroup({ title, children, className }: { title: string; children: ReactNode; className?: string }) {
  return (
    <section aria-label={title} className={classes('pt-5 first:pt-0', className)}>
      <h4 className="pb-1 text-sm font-[600] text-ink3">{title}</h4>
      {children}
    </section>
  )
}
