import type { Journal } from '../journal.ts'

export type Paid = { readonly currency: string; readonly amount: number; readonly paidBack: number }
export type Sum = { readonly currency: string; readonly taken: number; readonly paidBack: number; readonly here: number }

/**
 * Compares the paid and kept sums of the sandbox with those of this server, in each currency, to the smallest unit. Returns the
 * sums.
 */
export function compareSums(theirs: readonly Paid[], ours: readonly Paid[], wrong: Journal['wrong']): Sum[] {
  const currencies = [...new Set([...theirs, ...ours].map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const of = (all: readonly Paid[]) => all.filter((paid) => paid.currency === currency)
    const taken = total(of(theirs).map(({ amount }) => amount))
    const paidBack = total(of(theirs).map((paid) => paid.paidBack))
    const here = total(of(ours).map((paid) => paid.amount - paid.paidBack))
    if (taken - paidBack !== here)
      wrong('the sums of a currency differ', `${currency}: the sandbox keeps ${taken - paidBack}, here it is ${here}`)
    return { currency, taken, paidBack, here }
  })
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
