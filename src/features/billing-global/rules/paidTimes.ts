/** A line of a paid invoice: time of a plan that is charged, or credited when the amount is negative. */
export type PlanLine<Key extends string> = {
  readonly key: Key
  readonly amount: number
  readonly start: Date
  readonly end: Date
  readonly invoiceId: string
  /** The money has gone back, or the bank has taken it back. */
  readonly isPaidBack: boolean
}

/** Time of a plan that was paid without a gap. `ref` stays the same when it gets longer or shorter. */
export type PaidTime<Key extends string> = { readonly key: Key; readonly ref: string; readonly start: Date; readonly end: Date }

/**
 * Returns until when which plan is paid: the charged time of all paid invoices of a subscription without the credited time. The
 * order of the lines does not matter. Lines of trials cost nothing and pay for nothing.
 */
export function paidTimes<Key extends string>(lines: readonly PlanLine<Key>[]): PaidTime<Key>[] {
  const keys = [...new Set(lines.map(({ key }) => key))]
  return keys.flatMap((key) => {
    const own = lines.filter((line) => line.key === key)
    const charged = own.filter(({ amount }) => amount > 0)
    const credited = own.filter(({ amount, isPaidBack }) => amount < 0 && !isPaidBack)
    const paid = credited.reduce(subtract, join(charged.filter(({ isPaidBack }) => !isPaidBack)))
    return join(charged).flatMap(({ start, end, invoiceId }) => {
      const own = paid.filter((time) => time.start < end && time.end > start)
      return own.length === 0 ? [] : [{ key, ref: `${key}:${invoiceId}`, start, end: own.map((time) => time.end).reduce(later) }]
    })
  })
}

type Time = { readonly start: Date; readonly end: Date; readonly invoiceId: string }

/** Joins times that touch or overlap, in their order. The first one names them. */
function join(times: readonly Time[]): Time[] {
  const joined: Time[] = []
  for (const time of times.toSorted((a, b) => a.start.getTime() - b.start.getTime() || (a.invoiceId < b.invoiceId ? -1 : 1))) {
    const last = joined.at(-1)
    if (last && time.start <= last.end) joined[joined.length - 1] = { ...last, end: later(last.end, time.end) }
    else if (time.end > time.start) joined.push(time)
  }
  return joined
}

const subtract = (times: readonly Time[], credit: Time): Time[] =>
  times.flatMap((time) => {
    if (credit.end <= time.start || credit.start >= time.end) return [time]
    const before = credit.start > time.start ? [{ ...time, end: credit.start }] : []
    const after = credit.end < time.end ? [{ ...time, start: credit.end }] : []
    return [...before, ...after]
  })

const later = (a: Date, b: Date): Date => (a > b ? a : b)
