/** How a measured value stands to what is aimed at and to what fails, four characters wide. */
export const verdictOn = (value: number, { target, limit }: { target: number; limit: number }): string =>
  (value > limit ? 'OVER' : value > target ? 'near' : 'ok').padEnd(4)
