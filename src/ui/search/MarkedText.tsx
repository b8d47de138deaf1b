import type { ReactNode } from 'react'

export type MarkedTextProps = {
  text: string
  /** [from, to] in UTF-16 units, in order, not overlapping. */
  marks: readonly (readonly [number, number])[]
  /** The class names of a marked part. */
  className?: string
}

/** A text in which the words that were searched for are marked. */
export function MarkedText({ text, marks, className }: MarkedTextProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of marks) {
    if (from < end || to <= from) continue
    parts.push(
      text.slice(end, from),
      <mark key={from} className={className}>
        {text.slice(from, to)}
      </mark>,
    )
    end = to
  }
  return [...parts, text.slice(end)]
}

/** The class names of marks on the ground of the page. */
export const MARK_CLASS = '-mx-px rounded-[3px] bg-accent-soft px-0.5 font-[620] text-inherit'
/** The class names of marks in rows that have a ground of their own. */
export const BOLD_CLASS = 'bg-transparent font-[620] text-inherit'
