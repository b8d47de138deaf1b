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
    const paid = coveredTimes(own.filter(({ amount, isPaidBack }) => amount !== 0 && !isPaidBack))
    return join(charged).flatMap(({ start, end, invoiceId }) => {
      const ends = paid.filter((time) => time.start < end && time.end > start).map((time) => time.end)
      return ends.length === 0 ? [] : [{ key, ref: `${key}:${invoiceId}`, start, end: ends.reduce(later) }]
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

/** Returns the times that are charged more often than they are credited: a plan can be bought again after it was credited. */
function coveredTimes(lines: readonly PlanLine<string>[]): Pick<Time, 'start' | 'end'>[] {
  const changes = lines.flatMap(({ start, end, amount }) => [
    { at: start, by: Math.sign(amount) },
    { at: end, by: -Math.sign(amount) },
  ])
  const covered: Pick<Time, 'start' | 'end'>[] = []
  let [count, since] = [0, new Date(0)]
  const moments = Map.groupBy(changes, ({ at }) => at.getTime())
  for (const [time, group] of [...moments].toSorted(([a], [b]) => a - b)) {
    const next = count + group.reduce((sum, { by }) => sum + by, 0)
    if (count <= 0 && next > 0) since = new Date(time)
    if (count > 0 && next <= 0) covered.push({ start: since, end: new Date(time) })
    count = next
  }
  return covered
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
