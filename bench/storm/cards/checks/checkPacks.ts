import { isPackKey, packSeconds } from '#features/membership/rules.ts'
import type { Journal } from '../../journal.ts'
import { type Books, isPaidBack } from './readBooks.ts'

/** Each paid pack must be granted once with its seconds, and revoked when it is refunded. Returns the number of packs compared. */
export function checkPacks(books: Books, wrong: Journal['wrong']): { packs: number } {
  const paid = books.checkouts.filter(({ mode, status }) => mode === 'payment' && status === 'complete')
  const packGrants = books.grants.filter(({ kind }) => kind === 'pack')
  for (const { checkout_id: id, price_id, payment_id } of paid) {
    const packs = books.ourPacks.filter(({ checkout_id }) => checkout_id === id)
    const grants = packGrants.filter(({ source, source_ref }) => source === 'checkout' && source_ref === `cs:${id}`)
    if (packs.length !== 1 || grants.length !== 1) {
      wrong('a paid pack is not granted once', `${id} ${price_id}: ${packs.length} packs, ${grants.length} grants`)
      continue
    }
    const [pack, grant] = [packs[0]!, grants[0]!]
    const wanted = isPackKey(pack.key) && price_id.endsWith(`_${pack.key}`) ? packSeconds(pack.key) : -1
    if (grant.seconds_total !== wanted)
      wrong('a pack has other seconds than were paid', `${id} ${pack.key}: ${grant.seconds_total}`)
    const payment = books.payments.find((each) => each.payment_id === payment_id)
    const isGone = payment !== undefined && isPaidBack(payment)
    const label = `${id}, refunded ${payment?.refunded}, dispute ${payment?.dispute}, left ${grant.seconds_left}, void ${grant.seconds_void}`
    if (isGone && (grant.voided_at === null || grant.seconds_left > 0)) wrong('a pack that was paid back can be used', label)
    if (!isGone && (grant.voided_at !== null || grant.seconds_void > 0)) wrong('a pack that is paid cannot be used', label)
  }
  for (const { source, source_ref } of packGrants)
    if (!paid.some(({ checkout_id }) => source === 'checkout' && source_ref === `cs:${checkout_id}`))
      wrong('minutes of a pack without a paid checkout', `${source} ${source_ref}`)
  return { packs: paid.length }
}
