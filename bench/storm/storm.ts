import type { ServerFeature } from '#platform/feature.ts'
import type { CommonBooks } from './checks/commonBooks.ts'
import type { Sum } from './checks/compareSums.ts'
import type { Random } from './random.ts'
import type { Buyer, Shop } from './shop.ts'

/** What is bought in a storm, and how the result is checked. */
export type Storm = {
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
  /** Its schedules are run after the buyers have stopped. */
  readonly feature: ServerFeature
  /** Whether a sweep fetches lost notifications. */
  readonly fetchesLost: boolean
  /** Returns the behaviour of the buyers, and the comparison for when they have stopped. */
  readonly begin: (shop: Shop, random: Random) => { createShopper: CreateShopper; check: () => Promise<Comparison> }
}

/** `n` counts the buyers from 0. */
type CreateShopper = (buyer: Buyer, n: number) => StormShopper

export type StormShopper = {
  /** Changes how further notifications arrive. Returns false when that is not possible yet. */
  readonly changeArrival: () => Promise<boolean>
  readonly buy: () => Promise<void>
  /** Triggers another event instead of a purchase. */
  readonly doSomethingElse: () => Promise<void>
  /** Does what was deferred. */
  readonly finish: () => Promise<void>
}

/** The result of the comparison. Differences are in the journal. */
export type Comparison = {
  readonly books: CommonBooks
  readonly counts: readonly (readonly [string, number])[]
  readonly sums: readonly Sum[]
}
