/** Returns a search param if its text is valid, otherwise undefined. */
type ParseParam = (text: string) => string | undefined

/**
 * Returns the `validateSearch` of a route: `searchParams({ thread: textLike(/^\d+$/) })`. A param that is missing or not valid is
 * undefined. Links to the route are typed with the same params. Not written with zod, because the entry contains all routes.
 */
export const searchParams =
  <Params extends Readonly<Record<string, ParseParam>>>(params: Params) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(params).map(([name, parse]) => {
        const text = search[name]
        return [name, typeof text === 'string' ? parse(text) : undefined]
      }),
    ) as { [Name in keyof Params]?: ReturnType<Params[Name]> }

/** Any text but the empty one. */
export const anyText = (text: string): string | undefined => text || undefined

/** A text that matches a pattern. */
export const textLike =
  (pattern: RegExp) =>
  (text: string): string | undefined =>
    pattern.test(text) ? text : undefined

/** One of these values. */
export const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text)
