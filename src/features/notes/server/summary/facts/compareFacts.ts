import type { Difference } from '../../../contract.ts'
import { ALL, type Fact } from './Fact.ts'

/** The spoken facts, by their keys. */
export type SaidFacts = {
  readonly keys: ReadonlySet<string>
  readonly runs: readonly string[]
  readonly hasNumbers: boolean
  readonly hasDays: boolean
}

export function collectFacts(facts: readonly Fact[]): SaidFacts {
  const keys = new Set(facts.flatMap(({ answers }) => answers))
  const all = [...keys]
  return {
    keys,
    runs: all.filter((key) => key.startsWith('run:')).map((key) => key.slice('run:'.length)),
    hasNumbers: all.some((key) => key.startsWith('bare:')),
    hasDays: facts.some(({ reason }) => reason === 'day'),
  }
}

/** Returns the first fact of a line that was not said, or null. */
export function findMissing(facts: readonly Fact[], said: readonly SaidFacts[]): Difference | null {
  const missing = facts.find(({ asks, isNeeded, reason }) => {
    if (isNeeded === false || asks.length === 0) return false
    if (asks.some((key) => isSaid(key, said))) return false
    return isNeeded === true || said.some(({ hasNumbers, hasDays }) => (reason === 'day' ? hasDays : hasNumbers))
  })
  return missing?.reason ?? null
}

const DIALLED = 'dialled:'

function isSaid(key: string, said: readonly SaidFacts[]): boolean {
  if (key.includes(ALL)) return key.split(ALL).every((part) => isSaid(part, said))
  if (!key.startsWith(DIALLED)) return said.some(({ keys }) => keys.has(key))
  const digits = key.slice(DIALLED.length)
  return said.some(({ runs, keys }) => keys.has(`bare:${Number(digits)}`) || runs.some((run) => containsDialled(run, digits)))
}

/** Returns whether consecutive parts of a run form these digits. */
function containsDialled(run: string, digits: string): boolean {
  const parts = run.split('-')
  return parts.some((_, from) => {
    let joined = ''
    for (const part of parts.slice(from)) {
      joined += part
      if (joined.length >= digits.length) return joined === digits
    }
    return false
  })
}
