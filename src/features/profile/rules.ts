import { isHiddenAddress } from '#features/account/rules.ts'

/** Shared mailboxes, and words that are not names. */
const NO_NAMES = new Set(
  (
    'account admin administrator all billing contact desk dev email hallo hello help hi home info it kontakt mail me ' +
    'my no noreply office ops post root sales service support sysadmin team test user web webmaster work'
  ).split(' '),
)

/**
 * Returns the first name derived from an address: "Lena" for lena.brandt@example.org. Empty if there is none, as for
 * info@example.org.
 */
export function guessFirstName(email: string): string {
  if (isHiddenAddress(email)) return ''
  const [first = ''] = email.slice(0, email.lastIndexOf('@')).split(/[^\p{L}\p{M}']/u)
  if (first.length < 2 || NO_NAMES.has(first.toLowerCase())) return ''
  return first.slice(0, 1).toUpperCase() + (first === first.toUpperCase() ? first.slice(1).toLowerCase() : first.slice(1))
}
