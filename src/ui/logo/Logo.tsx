import { classes } from '../styles/classes.ts'

/** The logo of the product in the accent colour. `withName` adds the word Earshot beside it. */
export function Logo({ withName = false, className }: { withName?: boolean; className?: string }) {
  return (
    <span className={classes('inline-flex items-center gap-2.5 text-lg font-[650] tracking-[-0.01em] text-ink', className)}>
      <svg
        viewBox="0 0 24 24"
        className="size-6.5 flex-none text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...(withName ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Earshot' })}
      >
        <path d="M6 12a6 6 0 1 1 12 0c0 3-2.5 3.6-3 6a3 3 0 0 1-5.6 1.2" />
        <path d="M9.5 12a2.5 2.5 0 1 1 5 0c0 1.6-1.5 2-1.5 3.5" />
        <path d="M2.5 8.5a9 9 0 0 0 0 7M21.5 8.5a9 9 0 0 1 0 7" />
      </svg>
      {withName && 'Earshot'}
    </span>
  )
}
