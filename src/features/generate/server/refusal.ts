import type { AppContext } from '#platform/context.ts'

/** Thrown in a transaction to roll it back with a refusal. */
export class Refusal<Name extends string> extends Error {
  readonly refused: Name
  constructor(refused: Name) {
    super(refused)
    this.refused = refused
  }
}

/** One type for each name, so that a check of `refused` narrows it. */
type RefusedAs<Name extends string> = Name extends string ? { readonly refused: Name } : never

/** Runs a transaction and returns its result, or the refusal that rolled it back. */
export async function transactionOrRefusal<Result, Name extends string>(
  ctx: AppContext,
  run: (tx: AppContext) => Promise<Result>,
): Promise<Result | RefusedAs<Name>> {
  try {
    return await ctx.transaction(run)
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refused } as RefusedAs<Name>
    throw error
  }
}
