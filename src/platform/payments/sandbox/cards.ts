import { keyedHash } from '#platform/crypto/hashes.ts'

/** The behaviour of a test card. */
export type CardKind = 'good' | 'declined' | 'needs3ds' | 'failsLater'

export type Card = { readonly kind: CardKind; readonly number: string }

/** The test card numbers of a real provider, which testers already know. */
export const TEST_CARDS: readonly (Card & { readonly label: string })[] = [
  { kind: 'good', number: '4242424242424242', label: 'Succeeds' },
  { kind: 'declined', number: '4000000000000002', label: 'Is declined' },
  { kind: 'needs3ds', number: '4000002760003184', label: 'Asks for 3-D Secure with every payment' },
  { kind: 'failsLater', number: '4000000000000341', label: 'Succeeds now, and is declined at the next renewal' },
]

/** Returns the card of a number, or null for an invalid one. A valid number that is not in the list is a good card. */
export function readCard(text: string): Card | null {
  const number = text.replaceAll(/[\s-]/g, '')
  const listed = TEST_CARDS.find((card) => card.number === number)
  if (listed) return listed
  return /^\d{12,19}$/.test(number) && hasCheckDigit(number) ? { kind: 'good', number } : null
}

/** Returns the first test card of a kind. */
export function testCard(kind: CardKind): Card {
  const card = TEST_CARDS.find((candidate) => candidate.kind === kind)
  if (!card) throw new Error(`there is no test card that is ${kind}`)
  return card
}

/** The result of a payment on a page. */
export const outcomeOnPage = ({ kind }: Card): 'paid' | 'declined' | 'needs3ds' =>
  kind === 'declined' || kind === 'needs3ds' ? kind : 'paid'

/** Whether a saved card can be charged without the customer. */
export const paysWhenAbsent = (kind: CardKind | null): boolean => kind === 'good'

/** Returns an identifier of a card that is the same for all customers. The number itself is not stored. */
export const fingerprintOf = (secret: Uint8Array, { number }: Card): string =>
  keyedHash(secret, 'card', number).toString('base64url').replaceAll(/[-_]/g, '0').slice(0, 16)

/** The Luhn check: every second digit from the right counts twice. */
function hasCheckDigit(number: string): boolean {
  const values = [...number].reverse().map((digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return value > 9 ? value - 9 : value
  })
  return values.reduce((sum, value) => sum + value, 0) % 10 === 0
}
