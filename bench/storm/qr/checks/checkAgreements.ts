import type { Journal } from '../../journal.ts'
import type { OurAgreement, QrBooks } from './readQrBooks.ts'

type Wrong = Journal['wrong']

/** Only running or pending agreements may still be chargeable at the channel, and no charge that is due may be left. */
export function checkAgreements(books: QrBooks, wrong: Wrong): void {
  const { ourAgreements, agreements, now } = books
  for (const ours of ourAgreements) {
    const theirs = agreements.find(({ agreement_no }) => agreement_no === ours.sub_id)
    const label = `${describe(ours)}, ${theirs?.state ?? 'unknown'} at the channel`
    const isRunning = ours.state === 'active' && ours.renews
    const isWaiting = ours.state === 'signed'
    if (theirs?.state === 'signed' && !isRunning && !isWaiting) wrong('an agreement that has ended can still be charged', label)
    if (theirs?.state === 'pending') wrong('an agreement can still be made', label)
    if (theirs?.state !== 'signed' && (isRunning || isWaiting)) wrong('an agreement that runs cannot be charged', label)
    if (ours.state === 'creating' || ours.state === 'pending') wrong('an agreement is open for ever', label)
    if (isWaiting && ours.change !== 'downgrade') wrong('a plan was agreed to and never charged', label)
    if (ours.charge_at !== null && ours.charge_at <= now) wrong('a charge is due and was not made', label)
  }
  for (const [user, own] of Map.groupBy(ourAgreements, ({ user_id }) => user_id)) {
    const charged = own.filter(({ state, charge_at }) => state === 'active' && charge_at !== null)
    const waiting = own.filter(({ state }) => state === 'signed')
    if (charged.length + waiting.length > 1)
      wrong('a user has two plans that will be charged', `${user}: ${[...charged, ...waiting].map(describe).join('; ')}`)
  }
}

export const describe = ({ sub_id, sku, state, change, replaces }: OurAgreement): string =>
  `${sub_id} ${sku} ${state} (${change}${replaces === null ? '' : ` of ${replaces}`})`
