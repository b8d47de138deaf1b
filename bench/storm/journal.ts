/** The record of a run: counts of events, and problems that users saw. */
export type Journal = {
  /** Counts an event by its name. */
  count: (what: string, times?: number) => void
  /** Records a problem. `kind` groups problems of the same sort. */
  wrong: (kind: string, detail: string) => void
  readonly counts: ReadonlyMap<string, number>
  readonly problems: readonly Problem[]
}

export type Problem = { readonly kind: string; readonly detail: string }

export function createJournal(): Journal {
  const counts = new Map<string, number>()
  const problems: Problem[] = []
  return {
    count: (what, times = 1) => void counts.set(what, (counts.get(what) ?? 0) + times),
    wrong: (kind, detail) => void problems.push({ kind, detail }),
    counts,
    problems,
  }
}

/** Maximum number of problems per kind that are printed in full. */
const SHOWN = 4

/** Prints problems grouped by kind. */
export function printProblems(problems: readonly Problem[]): void {
  for (const [kind, those] of Map.groupBy(problems, (problem) => problem.kind)) {
    console.log(`  WRONG ${those.length} x ${kind}`)
    for (const { detail } of those.slice(0, SHOWN)) console.log(`        ${detail}`)
    if (those.length > SHOWN) console.log(`        and ${those.length - SHOWN} more`)
  }
}

/** Prints counts, several per line. */
export function printCounts(title: string, counts: Iterable<readonly [string, number]>): void {
  console.log(`  ${title}: ${[...counts].map(([what, times]) => `${times} ${what}`).join(', ') || 'none'}`)
}
