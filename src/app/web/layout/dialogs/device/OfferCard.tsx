import type { ReactNode } from 'react'

export type OfferCardProps = { icon: ReactNode; title: string; text: string; children?: ReactNode }

/** A card with icon, title and text. `children` are the actions below them. */
export function OfferCard({ icon, title, text, children }: OfferCardProps) {
  return (
    <section className="flex flex-col gap-1 rounded-lg border border-line bg-sunken p-4">
      <span className="text-accent [&_svg]:size-6">{icon}</span>
      <h3 className="pt-1 text-base font-[600] text-ink">{title}</h3>
      <p className="flex-1 text-md text-ink2">{text}</p>
      {children && <div className="flex pt-3">{children}</div>}
    </section>
  )
}
