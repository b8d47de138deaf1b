import { Cpu } from 'lucide-react'
import type { ReactNode } from 'react'

type SectionProps = {
  title: string
  /** The accessible name, where the title alone is not unique. */
  label?: string
  note?: ReactNode
  children: ReactNode
}

/** A part of the pane under its heading, with a note or a control at the end of the heading. */
export function Section({ title, label = title, note, children }: SectionProps) {
  return (
    <section aria-label={label} className="pt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 pb-2.5">
        <h4 className="text-base font-[600] text-ink">{title}</h4>
        {note && <div className="text-sm text-ink2">{note}</div>}
      </div>
      {children}
    </section>
  )
}

type ModelRowProps = {
  name: string
  /** Beside the name. */
  chips?: ReactNode
  description?: string
  details: readonly (string | null)[]
  actions: ReactNode
  /** Below the row, for example the result of a trial. */
  below?: ReactNode
}

/** A model with what is known about it, and what can be done with it. */
export function ModelRow({ name, chips, description, details, actions, below }: ModelRowProps) {
  return (
    <li aria-label={name} className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="grid size-9 flex-none place-items-center rounded-md bg-sunken text-ink2 max-sm:hidden [&>svg]:size-4.5">
          <Cpu aria-hidden />
        </span>
        <div className="min-w-40 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 text-base font-[580] wrap-anywhere text-ink">
            {name}
            {chips}
          </p>
          {description && <p className="text-sm text-pretty text-ink">{description}</p>}
          <p className="text-sm text-pretty text-ink2">{details.filter(Boolean).join(' · ')}</p>
        </div>
        <div className="flex flex-none items-center gap-2">{actions}</div>
      </div>
      {below && <div className="pt-2.5">{below}</div>}
    </li>
  )
}

/** The frame of one or more rows. */
export const RowList = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">{children}</ul>
)

/** Returns the host of an address as people know it: `localhost:11434`. */
export const hostOf = (address: string): string => URL.parse(address)?.host.replace('127.0.0.1', 'localhost') ?? address
