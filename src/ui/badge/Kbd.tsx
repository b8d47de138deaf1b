import type { ReactNode } from 'react'

/** A keyboard key: `<Kbd>/</Kbd>`. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="rounded-sm border border-line bg-raised px-1.25 font-mono text-xs leading-4.5 text-ink3">{children}</kbd>
}
