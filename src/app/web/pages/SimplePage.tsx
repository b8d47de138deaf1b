import type { ReactNode } from 'react'
import { usePageTitle } from '#browser/page/pageTitle.ts'

export type SimplePageProps = { title: string; lead: string; children: ReactNode }

/** A simple page with a heading, a lead sentence and content. */
export function SimplePage({ title, lead, children }: SimplePageProps) {
  usePageTitle(title)
  return (
    <div className="grid max-w-[48rem] grid-cols-1 content-start gap-6 px-12 py-9 max-md:px-6 max-sm:px-4 max-sm:py-5">
      <header className="grid grid-cols-1 gap-1.5">
        <h1 className="text-2xl font-[640] tracking-[-0.02em]">{title}</h1>
        <p className="max-w-[62ch] text-base text-pretty text-ink2">{lead}</p>
      </header>
      {children}
    </div>
  )
}

/** A card with one action. */
export function ActionCard({
  title,
  icon,
  text,
  children,
}: {
  title: string
  icon: ReactNode
  text: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="grid grid-cols-1 content-start gap-2 rounded-lg border border-line bg-raised p-5">
      <span className="mb-1 grid size-9 place-items-center rounded-md bg-accent-soft text-accent [&>svg]:size-4.5">{icon}</span>
      <h2 className="text-base font-[620]">{title}</h2>
      <p className="text-md text-pretty text-ink2">{text}</p>
      <div className="flex flex-wrap gap-2 pt-1.5">{children}</div>
    </section>
  )
}
