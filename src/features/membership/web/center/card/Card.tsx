import type { ReactNode } from 'react'

type CardProps = { title: string; icon?: ReactNode; badge?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A card of the membership centre: its name, a badge and actions, then the content. */
export function Card({ title, icon, badge, actions, children }: CardProps) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-1 content-start rounded-lg border border-line bg-raised p-4.5 max-sm:p-4"
    >
      <div className="flex min-h-8.5 flex-wrap items-center gap-2.5">
        <h2 className="flex items-center gap-2 text-xl font-[620] tracking-[-0.01em] [&>svg]:size-5 [&>svg]:text-accent">
          {icon}
          {title}
        </h2>
        {badge}
        {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** Facts beside each other, below a line. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-4.5 grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-5 gap-y-4 border-t border-line pt-4">
      {children}
    </dl>
  )
}

/** A name, its value and a note. */
export function Fact({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink2">{name}</dt>
      <dd className="grid grid-cols-1">
        <span className="text-base font-[580]">{value}</span>
        {note && <span className="text-sm text-ink2">{note}</span>}
      </dd>
    </div>
  )
}
