import type { ReactNode } from 'react'
import { usePageTitle } from '#browser/page/pageTitle.ts'

export type PublicTextPageProps = {
  title: string
  /** One or two sentences. */
  text?: ReactNode
  children?: ReactNode
}

/** A short public page with a title and a text. */
export function PublicTextPage({ title, text, children }: PublicTextPageProps) {
  usePageTitle(title)
  return (
    <div className="mx-auto grid w-full max-w-read grid-cols-1 gap-6 px-6 py-10 max-sm:px-4 max-sm:py-6">
      <header className="grid gap-2">
        <h1 className="text-3xl font-[640] tracking-[-0.02em] text-balance wrap-anywhere">{title}</h1>
        {text && <p className="text-base text-pretty text-ink2">{text}</p>}
      </header>
      {children}
    </div>
  )
}

/** A section of such a page with its own heading. */
export function PublicSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-[620]">{title}</h2>
      {children}
    </section>
  )
}
