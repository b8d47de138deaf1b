/** Returns how a value compares with its target and its limit, padded to four characters. */
export const limitVerdict = (value: number, { target, limit }: { target: number; limit: number }): string =>
  (value > limit ? 'OVER' : value > target ? 'near' : 'ok').padEnd(4)
