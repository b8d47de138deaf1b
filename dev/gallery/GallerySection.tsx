import type { ReactNode } from 'react'

/** A section of the gallery: a heading and its specimens. */
export function GallerySection({ id, title, note, children }: { id: string; title: string; note?: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="kit-section">
      <h2 id={`${id}-title`}>{title}</h2>
      {note && <p className="kit-note">{note}</p>}
      <div className="kit-specimens">{children}</div>
    </section>
  )
}

/** One state of a component with a caption. */
export function Specimen({ caption, wide = false, children }: { caption: string; wide?: boolean; children: ReactNode }) {
  return (
    <figure className={wide ? 'kit-specimen kit-wide' : 'kit-specimen'}>
      <div className="kit-stage">{children}</div>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
